#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/small_check.hpp"
#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/single_task.hpp"
#include "app/window/features/files/files_feature.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/features/own/code_page.hpp"
#include "app/window/features/own/own_history.hpp"
#include "app/window/features/own/own_page.hpp"
#include "app/window/features/own/start_file.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/features/source/source_feature.hpp"
#include "core/io/file_watch.hpp"
#include "core/worker/own_prints.hpp"

namespace heteroscope {

/// Watches the files of all open variants of a person's own. A save is compiled beside the window's thread, and
/// computes from then on if it compiles; otherwise its errors are shown, and the save before computes on. Writes files
/// to start from, and shows what each save has changed.
class OwnFeature final : public OpenedFeature {
 public:
  /// `files` opens what is written, `source` shows what a person may start from, `lessons` ask for files, too, and
  /// `roofline` has the ceilings measured with which saves are compared. All outlive this.
  OwnFeature(FilesFeature& files, SourceFeature& source, LessonFeature& lessons, RooflineGraph& roofline);

  [[nodiscard]] Action opened_by() const override { return action::toggle_own; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::run; }
  [[nodiscard]] Badge badge(const Window& window) const override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void close() override;
  void before_engine(const Window& window) override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  /// The outcome of writing a file to start from.
  struct Written {
    std::filesystem::path path;
    std::string why_not;  ///< one line; empty: it is written
  };

  void find_opened(const Window& window);
  void follow(Ui& ui, const OwnSource& source);
  void take_changes();
  void take_compiled(const Window& window);
  void take_written(Ui& ui);
  void note_checked();
  void note_measured();
  void measure_save(const Window& window, const FrameStep& step);
  void check_saves(const Window& window, const FrameStep& step);
  void note_check_progress();
  void order(CompileOrder order);
  void write_shown(const Window& window);
  void write(const Window& window, StartFile file);
  void open_in_editor(Ui& ui, const std::filesystem::path& file);
  /// Returns whether the compiler's messages stand over the picture; `last`: the file that was saved last.
  [[nodiscard]] bool shows_messages(const OwnHistory& last) const;
  void carry_out(const Window& window, const OwnRequest& request);
  void note_frame(const Window& window);
  void note_roof(const Window& window);
  void note_printed();
  void note_fault(const Window& window);
  [[nodiscard]] OwnHistory* find(const std::filesystem::path& path);

  CodePage code_;
  FilesFeature& files_;
  SourceFeature& source_;
  LessonFeature& lessons_;
  RooflineGraph& roofline_;
  Desktop desktop_;
  std::deque<OwnHistory> histories_;  ///< in the order in which the files were opened
  std::set<const OwnSource*> known_;  ///< the variants from files that were found in the lists
  std::filesystem::path last_;        ///< the file to which something happened last
  double said_until_s_ = 0;           ///< how long it is said that it compiled
  std::filesystem::path dismissed_;   ///< the file whose errors a person has closed
  std::uint64_t serial_ = 0;          ///< of the last frame whose time was noted
  std::deque<CompileOrder> orders_;   ///< that wait
  SingleTask<CompiledSave> compiling_;
  const OwnVariant* in_check_ = nullptr;  ///< the save whose comparison with the reference was begun last
  SingleTask<Written> writing_;
  std::mutex mutex_;  ///< for changes_, so_far_ and printed_
  std::vector<FileChange> changes_;
  SmallCheck so_far_;  ///< how far the comparison is that began last
  LatestTask<const OwnVariant*, SmallCheck> checking_;
  std::shared_ptr<const SmallCheck> checked_;  ///< the last one that was noted
  LatestTask<SaveToTime, SaveTime> timing_;
  std::shared_ptr<const SaveTime> timed_;  ///< the last one that was noted
  FileWatch watch_;
  std::map<std::pair<std::string, std::string>, PrintedLines> printed_;  ///< by files' paths and texts; not noted yet
  PrintListener prints_;
};

}  // namespace heteroscope
