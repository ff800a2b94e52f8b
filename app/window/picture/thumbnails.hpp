#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/window/feature/single_task.hpp"
#include "app/window/model/pictures/thumbnail_ids.hpp"
#include "app/window/picture/texture.hpp"
#include "core/io/png/png.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// A small picture of what a workload does: its defaults on few pixels, computed by the CPU. Throws what executing it
/// does.
Picture thumbnail(const Workload& workload, Catalog catalog);

/// One for each workload, made beside the window's thread once somebody wants to see them.
class Thumbnails {
 public:
  explicit Thumbnails(Catalog catalog) : catalog_(catalog) {}
  /// Begins, if that has not been done, and brings what has been made to the graphics card. Returns why it failed,
  /// once.
  std::string update(bool wanted);
  [[nodiscard]] const ThumbnailIds& all() const { return ids_; }
  [[nodiscard]] bool busy() const { return begun_ && !done_; }

 private:
  struct Made {
    std::map<std::string, Picture, std::less<>> pictures;
    std::string failure;
  };
  Catalog catalog_;
  bool begun_ = false;
  bool done_ = false;
  std::map<std::string, std::unique_ptr<Texture>, std::less<>> textures_;
  ThumbnailIds ids_;
  SingleTask<Made> task_;
};

}  // namespace heteroscope
