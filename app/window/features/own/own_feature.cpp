#include "app/window/features/own/own_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "app/console/console.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "core/base/completion.hpp"
#include "core/base/failure.hpp"
#include "core/base/given_up.hpp"
#include "core/device/device.hpp"
#include "core/own/own_variant.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t largest_source = std::size_t{1} << 20;

std::string no_stage_to_write(const Window& window) {
  const Workload& workload = *window.model.workload;
  return stage_to_write(workload) != nullptr ? ""
                                             : fmt::format("{} cannot be computed by a file of yours", workload.label);
}

/// The person's file of a stage's variant that computes rows of the frame; null: none is one.
const OwnSource* own_source_in(const Frame& frame) {
  const std::vector<const Variant*> all = own_variants_of(frame.plan);
  return all.empty() ? nullptr : all.front()->own;
}

/// Prints how compiling went where the window was started, too, in the form that editors jump to.
void print(const CompiledSave& save) {
  if (!save.messages.empty()) {
    std::fputs(text_of(save.messages).c_str(), stderr);
  } else if (!save.why.empty()) {
    print_error(save.order.path.filename().string(), save.why);
  }
}

/// Returns whether the workload is shown, or is about to be, as an iteration at its start, which calls no function.
bool stands_in(const WindowModel& model, const Workload& workload) {
  const Problem& next = (model.chosen ? *model.chosen : model.settings()).problem;
  return workload.iterates() && next.workload == workload.id && next.steps == 0;
}

}  // namespace

OwnFeature::OwnFeature(FilesFeature& files, SourceFeature& source, LessonFeature& lessons, RooflineGraph& roofline)
    : files_(files),
      source_(source),
      lessons_(lessons),
      roofline_(roofline),
      checking_([this](const OwnVariant* variant, const std::stop_token& stop, const auto& publish) {
        // not published: the window is drawn often enough meanwhile, and more often it would take the cases' time
        const auto tell = [&](const SmallCheck& so_far) {
          const std::lock_guard lock(mutex_);
          if (!stop.stop_requested()) so_far_ = so_far;
        };
        SmallCheck made{.variant = &variant->variant()};
        try {
          made = checked_in_small_cases(variant->variant(), stop, tell);
        } catch (const GivenUp&) {
          return;  // it is wanted again once nothing goes before it
        } catch (...) {
          made.wrong =
              fmt::format("{}: cannot be compared: {}", variant->id(), failure_of(std::current_exception()).line);
        }
        publish(std::make_shared<const SmallCheck>(std::move(made)));
      }),
      timing_([](const SaveToTime& wanted, const std::stop_token& stop, const auto& publish) {
        try {
          publish(std::make_shared<const SaveTime>(measured_save(wanted, stop)));
        } catch (const GivenUp&) {
          // it is wanted again once nothing goes before it
        }
      }),
      watch_(
          [this](const FileChange& change) {
            {
              const std::lock_guard lock(mutex_);
              changes_.push_back(change);
            }
            announce_completion();
          },
          largest_source),
      prints_([this](const std::string& path, const std::string& text, const PrintedLines& lines) {
        const std::lock_guard lock(mutex_);
        printed_[{path, text}].add(lines);
      }) {}

OwnHistory* OwnFeature::find(const std::filesystem::path& path) {
  const auto found = std::ranges::find(histories_, path, &OwnHistory::path);
  return found == histories_.end() ? nullptr : &*found;
}

/// Whatever opens a file puts its variant into a stage's list. While a file is being opened it is still compiled there.
void OwnFeature::find_opened(const Window& window) {
  if (files_.opens()) return;
  for (const Workload* const workload : window.model.catalog) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      for (const NamedVariant& each : stage.variants) {
        const OwnSource* const own = each.variant->own;
        if (own == nullptr || !known_.insert(own).second) continue;
        const bool saved_again = find(own->path) != nullptr;
        follow(window.ui, *own);
        if (!saved_again && stands_in(window.model, *workload)) open_playing(window.model, *workload);
      }
    }
  }
}

void OwnFeature::follow(Ui& ui, const OwnSource& source) {
  if (find(source.path) != nullptr) return;  // one of its saves
  histories_.emplace_back(source.path);
  const Failure unwatched = attempt([&] { watch_.add(source.path, source.source.text()); });
  if (unwatched)
    ui.fail(fmt::format("{} is not watched, so its saves are not noticed: {}", source.id(), unwatched.line));
  order({.path = source.path, .text = source.source.text()});
}

/// Compiles a save soon; older saves of the file that still wait are left out.
void OwnFeature::order(CompileOrder order) {
  if (OwnHistory* const file = find(order.path)) file->begin();
  last_ = order.path;
  dismissed_.clear();
  std::erase_if(orders_, [&](const CompileOrder& each) { return each.path == order.path; });
  orders_.push_back(std::move(order));
}

void OwnFeature::take_changes() {
  std::vector<FileChange> changes;
  {
    const std::lock_guard lock(mutex_);
    changes = std::exchange(changes_, {});
  }
  for (FileChange& each : changes) {
    if (each.text) {
      order({.path = each.path, .text = *std::move(each.text)});
      continue;
    }
    std::erase_if(orders_, [&](const CompileOrder& waiting) { return waiting.path == each.path; });
    last_ = each.path;
    find(each.path)->lose(each.why);
  }
}

void OwnFeature::take_compiled(const Window& window) {
  constexpr double said_s = 6;
  if (const auto save = compiling_.take()) {
    print(*save);
    OwnHistory& file = *find(save->order.path);
    // a file that could not be opened is, as soon as it compiles
    if (save->why.empty() && file.was_never_good()) files_.open_typed({.text = file.path().string()});
    file.take(*save);
    if (save->why.empty()) window.model.saves[&save->variant->variant()] = file.present()->number;
    last_ = file.path();
    said_until_s_ = window.ui.now_s + said_s;
  }
  if (orders_.empty() || compiling_.busy()) return;
  CompileOrder next = std::move(orders_.front());
  orders_.pop_front();
  compiling_.start([next] { return compiled_save(next); },
                   [next](const Failure& failure) { return CompiledSave{.order = next, .why = failure.line}; });
}

/// What the save that computes does wrong is said where the window was started, too; the list says it of earlier ones.
void OwnFeature::note_checked() {
  const auto made = checking_.newest();
  if (made == nullptr || made == checked_) return;
  checked_ = made;
  const OwnSource& source = *made->variant->own;
  OwnHistory* const file = find(source.path);
  if (file == nullptr) return;
  file->note_check(source.source.text(), *made);
  const OwnSave* const now = file->present();
  const bool computes = now != nullptr && now->text == source.source.text();
  if (computes && !made->wrong.empty()) print_error("heteroscope", made->wrong);
}

/// The save that computes is compared with the reference behind its first picture, and earlier ones that have not been
/// compared as long as nothing else is wanted; none is while times are measured. A measurement that gives way to all
/// waits for a comparison that has begun, as that does for such a measurement.
void OwnFeature::check_saves(const Window& window, const FrameStep& step) {
  note_checked();
  const auto [next, computes] = next_check(histories_, last_);
  const bool may_go_on = next != nullptr && !window.view.activity.measures() && (computes || step.quiet);
  if (checking_.busy() && !(may_go_on && next->variant == in_check_)) {
    checking_.forget();
    const std::lock_guard lock(mutex_);
    so_far_ = {};
  }
  if (!may_go_on || window.view.progress.busy) return;
  in_check_ = next->variant;
  checking_.want(in_check_);
}

void OwnFeature::note_measured() {
  const auto made = timing_.newest();
  if (made == nullptr || made == timed_) return;
  timed_ = made;
  if (OwnHistory* const file = find(made->variant->own->path)) file->note_time(*made);
}

/// The save that computes is measured once its picture is there and has been compared, while nothing else is wanted;
/// for another problem than that of its first picture, only while the page is open.
void OwnFeature::measure_save(const Window& window, const FrameStep& step) {
  note_measured();
  const FrameView& view = window.view;
  const OwnSource* const source = view.frame == nullptr || view.coarse ? nullptr : own_source_in(*view.frame);
  OwnHistory* const file = source == nullptr ? nullptr : find(source->path);
  const OwnSave* const now = file == nullptr ? nullptr : file->present();
  const bool computed_it = now != nullptr && now->times && now->text == source->source.text() && now->fault.empty();
  const bool others = (view.activity.measures() && !timing_.busy()) || checking_.busy() || compiling_.busy() ||
                      !orders_.empty() || now == nullptr || now->wants_check();
  if (!computed_it || others || !step.quiet || view.canceled) return timing_.interrupt();
  const bool known = now->measured && (now->measured->how == now->times->how || !is_open());
  if (!known) timing_.want({.variant = &now->variant->variant(), .how = now->times->how, .frame = view.frame});
}

void OwnFeature::note_check_progress() {
  const OwnSource* under_way = nullptr;
  std::string words = "being compared";
  if (checking_.busy()) {
    const std::lock_guard lock(mutex_);
    under_way = &in_check_->source();
    if (so_far_.variant == &in_check_->variant()) words = progress_text(so_far_);
  }
  for (OwnHistory& each : histories_) {
    const bool is_its = under_way != nullptr && under_way->path == each.path();
    each.note_check_progress(is_its ? under_way->source.text() : std::string(), words);
  }
}

void OwnFeature::take_written(Ui& ui) {
  const auto written = writing_.take();
  if (!written) return;
  if (!written->why_not.empty()) return ui.fail(written->why_not);
  ui.say_written(written->path);
  files_.open_typed({.text = written->path.string()});
  open_in_editor(ui, written->path);
}

void OwnFeature::before_engine(const Window& window) {
  if (const auto beside = source_.take_start()) write(window, start_file(*window.model.workload, *beside));
  if (const auto wanted = lessons_.take_wanted_file())
    write(window, start_file(*wanted->workload, *wanted->stage, wanted->processor));
  take_written(window.ui);
  find_opened(window);
  take_changes();
  take_compiled(window);
}

void OwnFeature::note_frame(const Window& window) {
  const auto& frame = window.view.frame;
  if (frame == nullptr || window.view.coarse || std::exchange(serial_, frame->serial) == frame->serial) return;
  const OwnSource* const source = own_source_in(*frame);
  OwnHistory* const file = source == nullptr ? nullptr : find(source->path);
  if (file == nullptr || (frame->plan.workload->iterates() && frame->timing.steps == 0)) return;
  file->note_frame(source->source.text(), frame->timing.compute(),
                   what_times_belong_to(frame->plan.settings, window.model.catalog), frame->work,
                   RooflineGraph::roof_over(*frame), frame->timing.steps);
}

/// While the page is open the ceilings are measured, too, as soon as nothing else runs. The view knows nothing yet of a
/// comparison that began in this frame.
void OwnFeature::note_roof(const Window& window) {
  const auto& frame = window.view.frame;
  if (!is_open() || frame == nullptr || own_source_in(*frame) == nullptr) return;
  if (!checking_.busy() && !timing_.busy()) roofline_.want_roof(window);
  const RoofOf of = RooflineGraph::roof_over(*frame);
  const std::optional<Roof> roof = roofline_.measured(of);
  if (!roof) return;
  for (OwnHistory& each : histories_) each.note_roof(of, *roof);
}

/// A frame that has come to its end, whatever that is, has its lines by then.
void OwnFeature::note_printed() {
  decltype(printed_) all;
  {
    const std::lock_guard lock(mutex_);
    all = std::exchange(printed_, {});
  }
  for (const auto& [file, lines] : all) {
    const auto& [path, text] = file;
    if (OwnHistory* const history = find(path)) history->note_printed(text, lines);
  }
}

/// The failure stands over the picture, like any other; here it is kept with its file, and said where the window was
/// started. It stands until something else has been computed, which may be another save by then.
void OwnFeature::note_fault(const Window& window) {
  const FrameView& view = window.view;
  const Failure& failure = view.progress.failure;
  const bool is_older = view.progress.busy || view.canceled || !view.refusal.empty();
  if (is_older || failure.kind != Failure::Kind::variant_fault) return;
  for (OwnHistory& each : histories_) {
    if (failure.line.starts_with(each.id() + ':') && each.note_fault(failure.line))
      print_error("heteroscope", failure.line);
  }
}

void OwnFeature::on_frame(const Window& window, const FrameStep& step) {
  desktop_.update(window.ui);
  note_frame(window);
  note_printed();
  note_fault(window);
  check_saves(window, step);
  measure_save(window, step);
  note_roof(window);
  note_check_progress();
}

/// The page, or the messages over the picture, say the same and more.
Badge OwnFeature::badge(const Window& window) const {
  const auto last = std::ranges::find(histories_, last_, &OwnHistory::path);
  if (last == histories_.end() || shows_messages(*last) || (is_open() && !code_.is_open())) return {};
  using State = OwnHistory::State;
  if (last->state() == State::compiled && !last->wrong().empty()) return {.text = last->wrong(), .notice = true};
  if (last->state() == State::compiled && window.ui.now_s > said_until_s_) return {};
  return {.text = last->state_text(), .notice = last->state() == State::refused || last->state() == State::gone};
}

Activity OwnFeature::activity(const Window& window) const {
  const bool comparing = checking_.busy();
  Activity out{.busy = compiling_.busy() || writing_.busy() || code_.busy() || comparing || !orders_.empty(),
               .measures_idle = timing_.busy(),
               .comparing = comparing};
  if (said_until_s_ > window.ui.now_s) out.due_s = said_until_s_;
  return out;
}

void OwnFeature::overlay(const Window& window, OverlaySpace& space) {
  if (code_.is_open()) return code_.draw(window.ui, space);
  if (is_open()) {
    const std::span participants =
        window.view.frame == nullptr ? std::span<const Participant>() : window.view.frame->plan.participants;
    return carry_out(window, draw_own_page(window.ui, space, histories_, participants, roofline_));
  }
  const OwnHistory* const last = find(last_);
  if (last != nullptr && shows_messages(*last)) carry_out(window, draw_own_errors(window.ui, space, *last));
}

bool OwnFeature::shows_messages(const OwnHistory& last) const {
  return !is_open() && last.state() == OwnHistory::State::refused && dismissed_ != last_;
}

void OwnFeature::close() {
  code_.close();
  OpenedFeature::close();
}

void OwnFeature::carry_out(const Window& window, const OwnRequest& request) {
  using Kind = OwnRequest::Kind;
  if (request.kind == Kind::edit) open_in_editor(window.ui, request.path);
  if (request.kind == Kind::code) code_.open(request.path, request.text, window.view.frame);
  if (request.kind == Kind::counters) window.ui.ask(action::toggle_counters);
  if (request.kind == Kind::go_back) order({.path = request.path, .text = request.text, .goes_back = true});
  if (request.kind == Kind::dismiss) dismissed_ = request.path;
  if (request.kind == Kind::write) window.ui.ask(action::write_variant);
}

void OwnFeature::open_in_editor(Ui& ui, const std::filesystem::path& file) {
  const std::string why_not = desktop_.open(file);
  if (!why_not.empty()) ui.fail(fmt::format("{}; the file is {}", why_not, file.string()));
}

/// Writes the simplest kernel where a GPU computes with the window's settings, otherwise the plain loop.
void OwnFeature::write_shown(const Window& window) {
  const Workload& workload = *window.model.workload;
  const bool gpu = window.model.settings().execution.processor != Processor::cpu && device::facts().available;
  write(window, start_file(workload, *stage_to_write(workload), gpu ? Processor::gpu : Processor::cpu));
}

void OwnFeature::write(const Window& window, StartFile file) {
  file.folders.push_back(window.ui.export_folder);
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') file.folders.emplace_back(home);
  writing_.start([file] { return Written{.path = write_start_file(file), .why_not = {}}; },
                 [](const Failure& failure) { return Written{.path = {}, .why_not = failure.line}; });
}

std::vector<ActionEntry> OwnFeature::actions() {
  return {{action::write_variant,
           "write your own variant: a file to start from opens in your editor",
           {with_control_and_shift(GLFW_KEY_N, "Ctrl + Shift + N")},
           [this](const Window& window) { write_shown(window); },
           no_stage_to_write},
          {opened_by(),
           "my variants: your own files, the compiler's messages, and the change in time by each save",
           {pressed(GLFW_KEY_F5, "F5")},
           nullptr}};
}

}  // namespace heteroscope
