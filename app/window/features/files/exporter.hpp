#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/window/feature/export_task.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Writes what the user exports, off the window's thread, and says where it went.
class Exporter {
 public:
  /// Reports what was finished and starts what was waiting for the full picture.
  void update(const Window& window);
  void start(const Window& window, Action action);
  void write(FileWish file);
  [[nodiscard]] bool busy() const { return left() > 0 || waits(); }
  /// For the full picture.
  [[nodiscard]] bool waits() const { return !waiting_.empty(); }
  /// Files that are being written or wait for it.
  [[nodiscard]] std::size_t left() const { return task_.left(); }
  /// Forgets those that wait; returns how many.
  std::size_t drop_waiting() { return task_.drop_waiting(); }

 private:
  void start_now(const Window& window, Action action);
  void start_trace(const WindowModel& model, const FrameView& view, const std::string& stem);

  std::vector<Action> waiting_;
  std::map<std::uint64_t, std::function<void(const std::filesystem::path&)>> told_;  // by the order's number
  bool laid_out_ = false;  ///< a whole frame has passed since the last of them was asked for
  ExportTask task_;
};

}  // namespace heteroscope
