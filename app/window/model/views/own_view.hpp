#pragma once

#include <cstddef>
#include <string>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

inline constexpr std::size_t most_own_views = 100;
inline constexpr std::size_t most_own_view_bytes = std::size_t{1} << 24;  // far below the largest file that is read
inline constexpr std::size_t longest_view_name = 120;                     // bytes

/// A view that a person has kept under a name: problem and look; how it is computed is not part of it.
struct OwnView {
  std::string name;
  std::string workload;  ///< its id
  std::string settings;  ///< as JSON; read when the view is chosen, so that views of unknown workloads are kept
  bool operator==(const OwnView&) const = default;
};

/// Returns the view of the settings under a name. Throws BadInput for settings that cannot be saved.
OwnView own_view(std::string name, Settings settings, Catalog catalog);

/// The description of a view beside its name. A text is empty if the view has no such property, or if the program does
/// not know its workload.
struct ViewAbout {
  std::string width;   ///< "2.5e-50"
  std::string detail;  ///< "100,000"
  std::string of;      ///< the name of that number: "max iterations"
  /// Equal for views with equal values, whatever their names, their colors and the size of the window are.
  std::string place;
  std::string picture;  ///< the name of its small picture; equal for views of one place with the same colors
};
ViewAbout about_view(const OwnView& view, Catalog catalog);

/// Returns a width with two digits and a power of ten, "2.5e-50", or without one, "2.5".
std::string width_text(const Decimal& width);

}  // namespace heteroscope
