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

/// Returns the frame's picture in its colors, reduced to that size with its shape kept. Throws what copying from a
/// device throws.
Picture small_picture(const Frame& frame, const Look& look);

/// Returns the picture of that name (ViewAbout::picture) in a folder. Throws BadInput if it is not a picture, or too
/// large.
Picture load_view_picture(const std::filesystem::path& folder, const std::string& name);
/// Writes a picture into a folder, which is made if there is none. Throws BadInput.
void save_view_picture(const std::filesystem::path& folder, const std::string& name, const Picture& picture);
/// Removes pictures in the folder that are not named and were written before that time; a newer one may belong to a
/// view that another window has kept meanwhile. Other files stay.
void remove_other_pictures(const std::filesystem::path& folder, const std::vector<std::string>& names,
                           std::filesystem::file_time_type before);

/// Small pictures of the kept views, in a folder beside the file of the views. A picture is made of the frame on the
/// screen while that shows the view: when the view is kept, or later if the picture was lost. A missing or damaged
/// picture is no error: the view has none until it is shown again.
class ViewPictures {
 public:
  /// `kept` has the views and outlives this; it learns which of them is on the screen. With an empty folder no pictures
  /// are kept.
  ViewPictures(KeptViews& kept, std::filesystem::path folder) : kept_(kept), folder_(std::move(folder)) {}

  /// Called once a frame of the window: reads the wanted pictures, makes the possible ones, and notes which view is on
  /// the screen.
  void update(const Window& window);
  /// Sets whether pictures are wanted because a list of the views is open.
  void want(bool wanted) { wanted_ = wanted; }
  /// Returns the present pictures by ViewAbout::picture.
  [[nodiscard]] const ThumbnailIds& all() const { return ids_; }
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  /// The state of a view's picture: it is there, or it must be made.
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
  bool begun_ = false;  ///< the folder has been read
  bool failed_ = false;
  // the state for which the present view's name was worked out
  std::uint64_t revision_ = 0;
  std::optional<Settings> present_of_;
  SingleTask<Made> task_;
};

}  // namespace heteroscope
