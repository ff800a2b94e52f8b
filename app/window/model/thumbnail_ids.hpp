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

/// Small pictures of the views that a person has kept, by ViewAbout::picture.
struct ViewPictureIds {
  ThumbnailIds all;     ///< those that are there
  std::string present;  ///< of what is on the screen; empty where no view is kept, or something goes on
  bool wanted = false;  ///< a list of the views is looked at
};

}  // namespace heteroscope
