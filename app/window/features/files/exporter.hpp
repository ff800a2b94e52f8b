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

/// Writes exported files off the window's thread, and says where they are.
class Exporter {
 public:
  /// Reports files that have been written, and starts those that waited for the full picture once it is there.
  void update(const Window& window);
  void start(const Window& window, Action action);
  void write(FileRequest file);
  [[nodiscard]] bool busy() const { return left() > 0 || waits(); }
  /// Returns whether an export waits for the full picture.
  [[nodiscard]] bool waits() const { return !waiting_.empty(); }
  /// Returns the number of files that are being written or wait for their turn.
  [[nodiscard]] std::size_t left() const { return task_.left(); }
  /// Discards the files that wait for their turn; returns how many there were.
  std::size_t drop_waiting() { return task_.drop_waiting(); }

 private:
  void start_now(const Window& window, Action action);
  void start_trace(const WindowModel& model, const FrameView& view, const std::string& stem);

  std::vector<Action> waiting_;
  std::map<std::uint64_t, std::function<void(const std::filesystem::path&)>> told_;  // by the order's number
  bool laid_out_ = false;  ///< a whole frame has been drawn since the last export was asked for
  ExportTask task_;
};

}  // namespace heteroscope
