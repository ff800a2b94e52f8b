#pragma once

#include <optional>

#include "app/window/feature/latest_task.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"
#include "core/antialias/antialiased.hpp"

namespace heteroscope {

/// While the picture rests, takes one sample after the other until it has as many as its look asks for. After a change
/// it starts again with the frame's own colors; a sample under way is given up without waiting for it.
class RestSampler {
 public:
  explicit RestSampler(Catalog catalog);

  /// Called once a frame of the window, before the frame is shown. `may`: nothing else needs the processors, and the
  /// picture itself is shown.
  void update(Ui& ui, WindowModel& model, FrameView& view, bool may);
  /// Returns whether further samples will come.
  [[nodiscard]] bool working() const { return working_; }

 private:
  struct Request {
    std::shared_ptr<const Frame> frame;
    Look look;
    bool operator==(const Request&) const = default;
  };
  void take(Ui& ui, FrameView& view, const Request& request);

  LatestTask<Request, MeanPicture> task_;
  std::optional<Request> resting_;
  double since_s_ = 0;
  bool failed_ = false;  // taking samples of the present frame has failed
  bool working_ = false;
};

}  // namespace heteroscope
