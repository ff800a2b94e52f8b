#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/model/pictures/thumbnail_ids.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/texture.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {

inline constexpr Size largest_view_picture{176, 110};

/// The frame's picture as it is colored, no larger than that, its shape kept. Throws what copying from a device does.
Picture small_picture(const Frame& frame, const Look& look);

/// The picture of that name (ViewAbout::picture) in a folder. Throws BadInput where it is none, or too large for one.
Picture load_view_picture(const std::filesystem::path& folder, const std::string& name);
/// The folder is made where there is none. Throws BadInput.
void save_view_picture(const std::filesystem::path& folder, const std::string& name, const Picture& picture);
/// Removes those in the folder that are not named and were written before that time: a younger one may be of a view
/// that another window has kept meanwhile. Other files stay.
void remove_other_pictures(const std::filesystem::path& folder, const std::vector<std::string>& names,
                           std::filesystem::file_time_type before);

/// Small pictures of the views that are kept, in a folder beside the file that has these. One is made of the frame on
/// the screen when that shows the view: when it is kept, and once more where the picture is lost. One that is missing
/// or damaged is no error: the view has none until it is shown again.
class ViewPictures {
 public:
  /// Of the views in `kept`, which outlives this and is told which of them is on the screen. An empty folder: pictures
  /// are kept nowhere.
  ViewPictures(KeptViews& kept, std::filesystem::path folder) : kept_(kept), folder_(std::move(folder)) {}

  /// Once a frame of the window: reads what is wanted, makes what can be made, and notes which view is on the screen.
  void update(const Window& window);
  /// A list of the views is looked at, or is not.
  void want(bool wanted) { wanted_ = wanted; }
  /// Those that are there, by ViewAbout::picture.
  [[nodiscard]] const ThumbnailIds& all() const { return ids_; }
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  /// What is known of a view's picture: it is there, or it must be made.
  enum class Known { there, missing };
  struct Made {
    std::map<std::string, Picture> pictures;
    std::vector<std::string> missing;
    std::string failure;  ///< one line
  };

  void take(Ui& ui);
  void note_present(const WindowModel& model, const FrameView& view);
  void read(const std::vector<std::string>& names, bool first);
  void make(const WindowModel& model, const FrameView& view);

  KeptViews& kept_;
  std::filesystem::path folder_;
  bool wanted_ = false;
  std::map<std::string, Known> known_;
  ThumbnailIds ids_;
  std::map<std::string, std::unique_ptr<Texture>> textures_;
  std::filesystem::file_time_type made_ = std::filesystem::file_time_type::clock::now();
  bool begun_ = false;  ///< the folder has been looked at
  bool failed_ = false;
  // of which what is shown has been worked out
  std::uint64_t revision_ = 0;
  std::optional<Settings> present_of_;
  SingleTask<Made> task_;
};

}  // namespace heteroscope
