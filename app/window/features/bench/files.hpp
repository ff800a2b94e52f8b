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

/// Writes results into the export folder beside the window's thread, and opens their pages.
class BenchFiles {
 public:
  /// As JSON, CSV and Markdown, of several all of them; the graph of `shown` as SVG. Does nothing while it is busy.
  void save(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown);
  /// As a page that stands alone, which is then opened. Beside it the results as JSON, of which the page says how they
  /// are measured again, unless they have been saved.
  void report(const std::shared_ptr<const BenchViews>& views);
  /// They are those of a file.
  void note_saved(const std::shared_ptr<const BenchViews>& views, std::filesystem::path json);
  /// Says what has been written, and opens it.
  void update(Ui& ui);
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  struct Outcome {
    std::vector<std::filesystem::path> written;
    std::filesystem::path json, page;
    std::shared_ptr<const BenchViews> views;
    std::string error;
  };
  /// Without `shown` the page.
  void start(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown);

  SingleTask<Outcome> task_;
  Desktop desktop_;
  std::shared_ptr<const BenchViews> saved_;
  std::filesystem::path saved_as_;
};

}  // namespace heteroscope
