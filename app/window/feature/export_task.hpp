#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/worker.hpp"
#include "core/io/new_file.hpp"

namespace heteroscope {

/// The result of an export.
struct ExportOutcome {
  std::uint64_t number = 0;  ///< the number that start() returned
  std::filesystem::path path;
  std::string error;  ///< one line; empty after a success
};

/// Returns the folder for exports as an absolute path: $HETEROSCOPE_EXPORT_DIR, else the current folder.
std::filesystem::path export_folder();

/// Writes "heteroscope-mandelbrot-003.png" in the folder, or a later number: the first one after the highest there that
/// no other program has taken meanwhile. No file is ever replaced. Returns the path; throws BadInput.
std::filesystem::path write_numbered(const std::filesystem::path& folder, const std::string& stem,
                                     const std::string& extension, const Make& make);

/// Writes files in order on a thread of its own: encoding a large PNG takes longer than a frame of the window.
class ExportTask {
 public:
  ExportTask() = default;
  /// Writes the files that are still waiting, then ends.
  ~ExportTask();
  ExportTask(const ExportTask&) = delete;
  ExportTask& operator=(const ExportTask&) = delete;

  /// Adds a file to the order; `make` returns its contents. An exception of `make` becomes the outcome's error. Returns
  /// the order's number.
  std::uint64_t start(std::string stem, std::string extension, Make make);
  std::vector<ExportOutcome> take();
  /// Returns how many files are being written or wait for that.
  [[nodiscard]] std::size_t left() const;
  /// Drops the files that wait; returns how many there were.
  std::size_t drop_waiting();

 private:
  struct Order {
    std::uint64_t number = 0;
    std::string stem;
    std::string extension;
    Make make;
  };
  void run();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Order> orders_;
  std::uint64_t last_number_ = 0;
  bool working_ = false;
  bool ending_ = false;
  std::vector<ExportOutcome> outcomes_;
  Worker worker_;
};

}  // namespace heteroscope
