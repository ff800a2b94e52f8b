#include "tests/own/saved_file.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "app/options/own_files.hpp"
#include "app/window/features/own/start_file.hpp"
#include "core/base/completion.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// What is announced while frames are waited for.
struct Announced {
  std::mutex mutex;
  std::condition_variable came;
  bool is_new = false;      ///< nobody has been woken for it yet
  bool is_waiting = false;  ///< no frame has begun since
};

Announced& announced() {
  static Announced out;
  return out;
}

void note_completion() {
  Announced& all = announced();
  {
    const std::lock_guard lock(all.mutex);
    all.is_new = all.is_waiting = true;
  }
  all.came.notify_all();
}

constexpr const char* head_of_function = "\ntemplate <class T>\n";

StartFile file_beside(const std::filesystem::path& folder, const Settings& settings, const FoundVariant& beside) {
  StartFile out = start_file(find_workload(catalog(), settings.problem.workload), beside);
  out.folders = {folder};
  return out;
}

}  // namespace

Completions::Completions() {
  listen_for_completions(note_completion);
}

Completions::~Completions() {
  listen_for_completions(nullptr);
}

void Completions::wait(double longest_s) {
  Announced& all = announced();
  std::unique_lock lock(all.mutex);
  all.came.wait_for(lock, std::chrono::duration<double>(longest_s), [&] { return all.is_new; });
  all.is_new = false;
}

bool Completions::completed() {
  const std::lock_guard lock(announced().mutex);
  return announced().is_waiting;
}

void Completions::begin_frame() {
  const std::lock_guard lock(announced().mutex);
  announced().is_waiting = false;
}

SavedFile::SavedFile(const std::filesystem::path& folder, const Settings& settings, const FoundVariant& beside)
    : requester_(catalog()),
      features_({.catalog = catalog(), .requester = requester_}),
      own_(features_.of<OwnFeature>()),
      wait_(ui_.display_interval_s) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const StartFile file = file_beside(folder, settings, beside);
  start_ = file.text;
  path_ = write_start_file(file);
  const Watch opened;
  const OwnVariant& variant = open_own_file(path_);
  Settings chosen = settings;
  chosen.execution.processor = beside.variant->variant->processor;
  choose_variant(chosen, workload, fmt::format("{}={}", beside.stage->id, variant.id()));
  model_.catalog = catalog();
  model_.workload = &workload;
  *model_.edit() = std::move(chosen);
  follow(opened);
}

std::string SavedFile::text(int number) const {
  return text(number, "", "");
}

std::string SavedFile::text(int number, const std::string& before, const std::string& statements) const {
  std::string out = start_;
  const std::size_t head = out.find(head_of_function);
  const std::size_t body = head == std::string::npos ? head : out.find(") {\n", head);
  if (body == std::string::npos) throw BadInput(path_.string() + ": it has no function where one is looked for");
  out.insert(body + 4, statements);
  return out.insert(head + 1, fmt::format("{}inline constexpr int save_number = {};\n\n", before, number));
}

void SavedFile::write(const std::string& text) const {
  const std::filesystem::path beside = path_.parent_path() / ".being_saved";
  std::ofstream(beside) << text;
  std::filesystem::rename(beside, path_);
}

/// The steps of App::step() that concern a person's file, in the same order.
void SavedFile::frame() {
  wait_.wait(
      events_, [] { return FramePace::computing; }, std::nullopt);
  events_.begin_frame();
  ui_.now_s = events_.now_s();
  own_.before_engine(window());
  requester_.update(ui_, model_, view_);
  view_.frame = view_.progress.frame;
  view_.coarse = view_.progress.coarse;
  own_.on_frame(window(), {.quiet = !view_.progress.busy});
  view_.activity = own_.activity(window());
  has_compared_ = has_compared_ || view_.activity.comparing;
}

double SavedFile::step_until(const Watch& since, const std::string& what, const std::function<bool()>& done) {
  constexpr double patience_ms = 120'000;
  while (!done()) {
    if (since.ms() > patience_ms) {
      throw BadInput(fmt::format("{}: {} did not come within {} s; {}{}", path_.filename().string(), what,
                                 patience_ms / 1000, view_.refusal, view_.progress.failure.line));
    }
    frame();
  }
  return since.ms();
}

bool SavedFile::shows_save() const {
  if (view_.frame == nullptr) return false;
  const std::vector<const Variant*> own = own_variants_of(view_.frame->plan);
  return !own.empty() && own.front() != before_;
}

SavedFile::Times SavedFile::follow(const Watch& saved) {
  Times out;
  out.first_ms = step_until(saved, "a picture", [&] { return shows_save(); });
  out.whole_ms =
      step_until(saved, "the whole picture", [&] { return view_.answers(model_.settings()) && !view_.progress.busy; });
  before_ = own_variants_of(view_.frame->plan).front();
  out.compared_ms = step_until(saved, "a comparison", [&] { return has_compared_ && !view_.activity.comparing; });
  if (const Badge said = own_.badge(window()); said.notice) throw BadInput(said.text);
  return out;
}

SavedFile::Times SavedFile::save(const std::string& text) {
  has_compared_ = false;
  const Watch saved;
  write(text);
  return follow(saved);
}

double SavedFile::save_faulty(const std::string& text) {
  const Watch saved;
  write(text);
  return step_until(saved, "a fault", [&] {
    return view_.progress.failure.kind == Failure::Kind::variant_fault && !view_.progress.busy;
  });
}

}  // namespace heteroscope
