#pragma once

#include <cstddef>
#include <string>

namespace heteroscope {

inline constexpr std::size_t most_own_views = 100;
inline constexpr std::size_t most_own_view_bytes = std::size_t{1} << 24;  // with the last one, far below what is read
inline constexpr std::size_t most_recent = 12;

/// A view that a person has kept under a name: problem and look; how it is computed is not part of it.
struct OwnView {
  std::string name;
  std::string workload;  ///< its id
  std::string settings;  ///< as JSON; read when it is chosen, so that one that this program does not know stays
  bool operator==(const OwnView&) const = default;
};

}  // namespace heteroscope
