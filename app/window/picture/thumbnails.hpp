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

/// Returns a small picture of a workload: its defaults on few pixels, computed by the CPU. Throws what the computation
/// throws.
Picture thumbnail(const Workload& workload, Catalog catalog);

/// A small picture of each workload, made beside the window's thread once they are to be shown.
class Thumbnails {
 public:
  explicit Thumbnails(Catalog catalog) : catalog_(catalog) {}
  /// Starts making them on the first request and uploads the finished ones. Returns once why one failed.
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
