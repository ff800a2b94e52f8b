#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/results/result.hpp"
#include "app/window/files/desktop.hpp"
#include "app/window/session/single_task.hpp"

namespace heteroscope {

struct State;

/// Writes results into the export folder beside the window's thread, and opens their pages.
class BenchFiles {
 public:
  /// As JSON, CSV, Markdown and SVG. Does nothing while it is busy.
  void save(std::shared_ptr<const Result> result, const std::string& title);
  /// As a page that stands alone, which is then opened. Beside it the result as JSON, of which the page says how it is
  /// measured again, unless it has been saved.
  void report(std::shared_ptr<const Result> result, const std::string& title);
  /// The result is that of a file.
  void note_saved(const std::shared_ptr<const Result>& result, std::filesystem::path json);
  /// Says what has been written, and opens it.
  void update(State& state);
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  struct Outcome {
    std::vector<std::filesystem::path> written;
    std::filesystem::path json, page;
    std::shared_ptr<const Result> result;
    std::string error;
  };
  void start(std::shared_ptr<const Result> result, const std::string& title, bool page);

  SingleTask<Outcome> task_;
  Desktop desktop_;
  std::shared_ptr<const Result> saved_;
  std::filesystem::path saved_as_;
};

}  // namespace heteroscope
