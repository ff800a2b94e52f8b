#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace heteroscope {

/// What became of an export.
struct ExportOutcome {
  std::filesystem::path path;
  std::string error;  ///< one line; empty after a success
};

/// Where exports go: $HETEROSCOPE_EXPORT_DIR, else the current folder; absolute.
std::filesystem::path export_folder();

/// "heteroscope-mandelbrot-003.png" in the folder, numbered after the highest that is there: nothing is overwritten.
std::filesystem::path numbered_path(const std::filesystem::path& folder, const std::string& stem,
                                    const std::string& extension);

/// Writes files in order on a thread of its own: encoding a large PNG takes longer than a frame of the window.
class ExportTask {
 public:
  /// Writes to the path that it is given. What it throws becomes the outcome's error.
  using Writer = std::function<void(const std::filesystem::path&)>;

  ExportTask();
  /// Finishes what was asked and not dropped.
  ~ExportTask();
  ExportTask(const ExportTask&) = delete;
  ExportTask& operator=(const ExportTask&) = delete;

  void start(std::string stem, std::string extension, Writer writer);
  std::vector<ExportOutcome> take();
  /// Files that are being written or wait for it.
  [[nodiscard]] std::size_t left() const;
  /// Forgets those that wait; returns how many.
  std::size_t drop_waiting();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
