#pragma once

#include <functional>
#include <string>

namespace heteroscope {

struct Window;

/// An entry of the search or of the menu: an action, or something else that a feature offers, such as a variant, a view
/// or a lesson.
struct Offer {
  std::string label;    ///< "cuda_shared"
  std::string kind;     ///< the words beside it: "GPU variant", or an action's keys
  std::string why_not;  ///< a reason why it cannot be taken now; empty: it can
  std::function<void(const Window&)> take;
  std::string also = {};  ///< other words by which it is found
};

}  // namespace heteroscope
