#pragma once

#include <cstddef>
#include <string>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

inline constexpr std::size_t most_own_views = 100;
inline constexpr std::size_t most_own_view_bytes = std::size_t{1} << 24;  // far below what is read
inline constexpr std::size_t longest_view_name = 120;                     // bytes

/// A view that a person has kept under a name: problem and look; how it is computed is not part of it.
struct OwnView {
  std::string name;
  std::string workload;  ///< its id
  std::string settings;  ///< as JSON; read when it is chosen, so that one that this program does not know stays
  bool operator==(const OwnView&) const = default;
};

/// What the settings show, under a name. Throws BadInput for settings that cannot be saved.
OwnView own_view(std::string name, Settings settings, Catalog catalog);

/// What is known of a view beside its name. Empty where the view has none of it, or the program does not know it.
struct ViewAbout {
  std::string width;   ///< "2.5e-50"
  std::string detail;  ///< "100,000"
  std::string of;      ///< that it is a number of: "max iterations"
  /// The same for views whose values are the same, whatever their names, their colors and the size of the window.
  std::string place;
  std::string picture;  ///< the name of its small picture: the same for views of one place and the same colors
};
ViewAbout about_view(const OwnView& view, Catalog catalog);

/// "2.5e-50": two digits and a power of ten; "2.5" without one.
std::string width_text(const Decimal& width);

}  // namespace heteroscope
