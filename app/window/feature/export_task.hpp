#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/io/new_file.hpp"

namespace heteroscope {

/// What became of an export.
struct ExportOutcome {
  std::uint64_t number = 0;  ///< that start() gave
  std::filesystem::path path;
  std::string error;  ///< one line; empty after a success
};

/// Where exports go: $HETEROSCOPE_EXPORT_DIR, else the current folder; absolute.
std::filesystem::path export_folder();

/// Writes "heteroscope-mandelbrot-003.png" in the folder, or a later number: the first after the highest that can be
/// seen there which nobody else has taken meanwhile. Nothing is ever replaced. Returns the path; throws BadInput.
std::filesystem::path write_numbered(const std::filesystem::path& folder, const std::string& stem,
                                     const std::string& extension, const Make& make);

/// Writes files in order on a thread of its own: encoding a large PNG takes longer than a frame of the window.
class ExportTask {
 public:
  ExportTask();
  /// Finishes what was asked and not dropped.
  ~ExportTask();
  ExportTask(const ExportTask&) = delete;
  ExportTask& operator=(const ExportTask&) = delete;

  /// `make` gives the contents. What it throws becomes the outcome's error. Returns the order's number.
  std::uint64_t start(std::string stem, std::string extension, Make make);
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
