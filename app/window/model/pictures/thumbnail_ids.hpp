#pragma once

#include <map>
#include <string>

namespace heteroscope {

struct ThumbnailId {
  unsigned texture = 0;  ///< OpenGL's name of the texture
  float aspect = 1;      ///< width over height
};
/// The pictures by name, such as a workload's id.
using ThumbnailIds = std::map<std::string, ThumbnailId, std::less<>>;

}  // namespace heteroscope
