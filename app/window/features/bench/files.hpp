#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/window/feature/desktop.hpp"
#include "app/window/feature/single_task.hpp"
#include "app/window/features/bench/view.hpp"

namespace heteroscope {

struct Ui;

/// Writes results into the export folder, off the window's thread, and opens the page of a report.
class BenchFiles {
 public:
  /// Writes all results as JSON, CSV and Markdown, and the graph of `shown` as SVG. Does nothing while it is busy.
  void save(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown);
  /// Writes a self-contained HTML page and opens it. The results are written as JSON beside it, unless they have been
  /// saved before: the page names that file in the command that measures them again.
  void report(const std::shared_ptr<const BenchViews>& views);
  /// Notes that these results are those of the file `json`.
  void note_saved(const std::shared_ptr<const BenchViews>& views, std::filesystem::path json);
  /// Says which files have been written, and opens the page.
  void update(Ui& ui);
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  struct Outcome {
    std::vector<std::filesystem::path> written;
    std::filesystem::path json, page;
    std::shared_ptr<const BenchViews> views;
    std::string error;
  };
  /// Writes the page where `shown` is null, else the files of save().
  void start(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown);

  SingleTask<Outcome> task_;
  Desktop desktop_;
  std::shared_ptr<const BenchViews> saved_;
  std::filesystem::path saved_as_;
};

}  // namespace heteroscope
