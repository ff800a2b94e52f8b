#include "app/window/shell/features.hpp"

#include <algorithm>

#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/features/cell_values/cell_values.hpp"
#include "app/window/features/color/panel.hpp"
#include "app/window/features/compare/compare_feature.hpp"
#include "app/window/features/counters/counters_feature.hpp"
#include "app/window/features/disks/disks_feature.hpp"
#include "app/window/features/execution/device.hpp"
#include "app/window/features/execution/panel.hpp"
#include "app/window/features/files/files_feature.hpp"
#include "app/window/features/files/open_feature.hpp"
#include "app/window/features/files/window_memory.hpp"
#include "app/window/features/histogram/histogram_feature.hpp"
#include "app/window/features/keys/keys_feature.hpp"
#include "app/window/features/keys/search_feature.hpp"
#include "app/window/features/lens/lens_feature.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/features/limit/limit_feature.hpp"
#include "app/window/features/own/own_feature.hpp"
#include "app/window/features/presentation/presentation.hpp"
#include "app/window/features/problem/panel.hpp"
#include "app/window/features/productions/movie_feature.hpp"
#include "app/window/features/productions/poster_feature.hpp"
#include "app/window/features/productions/queue_feature.hpp"
#include "app/window/features/result/panel.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/features/run/run_feature.hpp"
#include "app/window/features/scope/scope.hpp"
#include "app/window/features/source/source_feature.hpp"
#include "app/window/features/split_lines/split_lines.hpp"
#include "app/window/features/status/notices.hpp"
#include "app/window/features/status/status.hpp"
#include "app/window/features/study/study_feature.hpp"
#include "app/window/features/sweep/sweep_feature.hpp"
#include "app/window/features/times/time_graphs.hpp"
#include "app/window/features/tune/tune_feature.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/features/view_keys/view_keys.hpp"
#include "app/window/features/views/views_feature.hpp"
#include "app/window/features/welcome/welcome_feature.hpp"
#include "core/own/compile/compilers_end.hpp"

namespace heteroscope {
namespace {

/// Returns the folder of the small pictures of saved views, beside the file of the views.
std::filesystem::path view_folder(const std::filesystem::path& memory) {
  return memory.empty() ? memory : memory.parent_path() / "views";
}

}  // namespace

void Features::add_all(const FeatureParts& parts) {
  // features that others use are made before them, wherever they stand in the order
  auto views = std::make_unique<ViewsFeature>(view_folder(parts.memory_path), parts.catalog);
  auto tune = std::make_unique<TuneFeature>();
  auto counters = std::make_unique<CountersFeature>();
  auto variants = std::make_unique<VariantsFeature>();
  auto source = std::make_unique<SourceFeature>();
  auto queue = std::make_unique<QueueFeature>();
  auto movie = std::make_unique<MovieFeature>(*queue);
  KeptViews& kept = views->kept();
  add<ViewKeys>();
  add<LimitFeature>(parts.catalog);
  add<ProblemFeature>(kept);
  add<RunFeature>();
  add<ExecutionFeature>(*tune, *source);
  add<DeviceFeature>();
  add<CellValues>();
  add<SplitLines>();
  add<Scope>();
  add<LensFeature>();
  add<ResultFeature>();
  add<ColorFeature>();
  add<CompareFeature>(parts.requester);
  add<DisksFeature>();
  add<HistogramFeature>();
  add<Status>();
  add<TimeGraphs>(*variants);
  auto& roofline = add<RooflineGraph>(*counters);
  add(std::move(counters));
  add(std::move(variants));
  add<SweepFeature>();
  auto& lessons = add<LessonFeature>();
  auto& bench = add<BenchFeature>();
  add(std::move(tune));
  add<StudyFeature>();
  auto& files = add<FilesFeature>(bench, kept, lessons, movie->recorder());
  add<FiguresFeature>();
  auto& orders = *queue;
  add(std::move(queue));
  add<PosterFeature>(orders);
  add(std::move(movie));
  add(std::move(views));
  add<Presentation>();
  add<WelcomeFeature>(parts.catalog);
  add<OpenFeature>(files);
  add<OwnFeature>(files, *source, lessons, roofline);
  add(std::move(source));
  add<KeysFeature>();
  add<SearchFeature>([this](const Window& window, std::vector<Offer>& to) { offer(window, to); });
  add<Notices>();  // after the features that take the keyboard, since messages lie over these
  add<WindowMemory>(parts.memory_path, parts.memory, kept.list, files.recent());
}

Features::Features(FeatureParts parts) {
  add_all(parts);
  add_actions(std::move(parts.of_window));
}

Features::~Features() {
  const CompilersEnd end;  // while all tasks come to their ends
  all_.clear();
}

template <class Kind>
void Features::add(std::unique_ptr<Kind> made) {
  if constexpr (std::is_base_of_v<OpenedFeature, Kind>) opened_.push_back(made.get());
  if constexpr (std::is_base_of_v<OfferedGraph, Kind>) graphs_.push_back(made.get());
  add_actions(in_group(made->group(), made->actions()));
  all_.push_back(std::move(made));
}

template <class Kind, class... Arguments>
Kind& Features::add(Arguments&&... arguments) {
  auto made = std::make_unique<Kind>(std::forward<Arguments>(arguments)...);
  Kind& out = *made;
  add(std::move(made));
  return out;
}

void Features::add_actions(std::vector<ActionEntry> entries) {
  for (ActionEntry& each : entries) {
    if (!each.act) each.act = [this, action = each.action](const Window& window) { toggle(action, window); };
  }
  table_.add(std::move(entries));
}

void Features::offer(const Window& window, std::vector<Offer>& to) {
  for (const auto& each : all_) each->offer(window, to);
}

void Features::panels(const Window& window, Side side) {
  for (const auto& each : all_) {
    if (each->side() == side) each->panel(window);
  }
}

Covered Features::overlays(const Window& window) {
  const Rect picture = rect_of(window.ui, window.view.area);
  OverlaySpace space{.picture = picture, .free = picture, .room = picture, .covered = {}};
  for (const auto& each : all_) {
    if (Badge badge = each->badge(window); !badge.text.empty()) space.badges.push_back(std::move(badge));
  }
  for (const auto& each : all_) each->strip(window, space);
  for (const auto& each : all_) each->overlay(window, space);
  return space.covered;
}

Activity Features::activity(const Window& window) const {
  Activity out;
  for (const auto& each : all_) out += each->activity(window);
  return out;
}

std::string Features::unfinished(double closing_s) {
  std::string out;
  for (const auto& each : all_) {
    if (std::string what = each->unfinished(closing_s); !what.empty()) out = std::move(what);
  }
  return out;
}

void Features::toggle(Action action, const Window& window) {
  for (OpenedFeature* const each : opened_) {
    if (each->opened_by() != action) continue;
    if (each->is_open()) {
      if (!each->unfold()) each->close();
      return;
    }
    if (each->alone()) {
      for (OpenedFeature* const other : opened_) {
        if (other->alone()) other->close();
      }
    }
    each->open(window);
  }
}

bool Features::close_top() {
  const auto top =
      std::find_if(opened_.rbegin(), opened_.rend(), [](const OpenedFeature* each) { return each->is_open(); });
  if (top == opened_.rend()) return false;
  if (!(*top)->step_back()) (*top)->close();
  return true;
}

std::set<Action> Features::open() const {
  std::set<Action> out;
  for (const OpenedFeature* const each : opened_) {
    if (each->is_open()) out.insert(each->opened_by());
  }
  return out;
}

}  // namespace heteroscope
