#pragma once

#include <map>
#include <string>

namespace heteroscope {

struct ThumbnailId {
  unsigned texture = 0;  ///< of OpenGL
  float aspect = 1;      ///< width over height
};
/// By workload, or by what else they are of.
using ThumbnailIds = std::map<std::string, ThumbnailId, std::less<>>;

}  // namespace heteroscope
