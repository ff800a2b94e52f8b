#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/window/shell/app.hpp"
#include "app/window/shell/window.hpp"
#include "app/window/tour/dragging.hpp"

namespace heteroscope {

/// A scripted walk through the window: each step does something as a user would, waits for the full picture, and leaves
/// a picture of the window and a row of times.
class Tour final : public WindowDriver {
 public:
  /// Throws BadInput if the folder cannot be made, or holds what an earlier tour has left: nothing is overwritten.
  explicit Tour(std::filesystem::path folder);

  void before_frame(App& app) override;
  /// Called after drawing, before the swap. False when the tour is over. Throws BadInput if a picture cannot be
  /// written, or if a step does not come to an end.
  bool after_frame(App& app, Size framebuffer) override;
  /// Writes the timing tables and names every file on standard output. Returns the exit code; throws BadInput if a file
  /// cannot be written or the tour did not come to its end.
  int finish() override;

 private:
  struct Step {
    std::string name;
    std::function<void(App&)> act;
    bool picture = true;
    std::size_t frames = 1;                     ///< the frames that the graphs must have
    std::function<bool(App&)> until = nullptr;  ///< a further condition that it waits for
  };
  struct Row {
    std::string step;
    FrameSample sample;
  };

  void plan_steps(const App& app);
  void add(std::string name, std::function<void(App&)> act, bool picture = true);
  void add_images(const App& app);
  void add_scope(const App& app);
  void add_run(const App& app);
  void add_painting(const std::string& name);
  void add_moving(const App& app);
  void add_dragging(const App& app);
  void add_hand(const std::string& name, const std::string& what, const Dragging::Ready& ready = {},
                const std::function<void(App&)>& after = {});
  void add_deep(const App& app);
  void add_sampled_dragging(const std::string& what);
  void add_many_blocks(const Workload& workload);
  void add_mappings(const App& app);
  void add_variants(const App& app, Processor side);
  void capture(const App& app, Size framebuffer);
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] std::string csv() const;

  std::filesystem::path folder_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
  bool acted_ = false;
  bool over_ = false;
  int still_frames_ = 0;
  int pictures_ = 0;
  double began_s_ = 0;
  std::vector<Row> rows_;
  std::vector<std::shared_ptr<const Dragging>> hands_;
  std::string display_times_;
  std::string lens_times_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace heteroscope
