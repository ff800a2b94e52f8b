#include "app/window/shell/layers.hpp"

#include <algorithm>
#include <utility>

#include "app/window/features/bench/layer.hpp"
#include "app/window/features/cell_values/cell_values.hpp"
#include "app/window/features/compare/overlay.hpp"
#include "app/window/features/counters/counters_layer.hpp"
#include "app/window/features/disks/disks_layer.hpp"
#include "app/window/features/files/open_layer.hpp"
#include "app/window/features/histogram/histogram_layer.hpp"
#include "app/window/features/keys/keys_layer.hpp"
#include "app/window/features/keys/search_layer.hpp"
#include "app/window/features/lens/lens_layer.hpp"
#include "app/window/features/lessons/lesson_layer.hpp"
#include "app/window/features/presentation/presentation.hpp"
#include "app/window/features/productions/movie_layer.hpp"
#include "app/window/features/productions/poster_layer.hpp"
#include "app/window/features/productions/queue_layer.hpp"
#include "app/window/features/run/run_layer.hpp"
#include "app/window/features/scope/overlay.hpp"
#include "app/window/features/split_lines/split_lines.hpp"
#include "app/window/features/status/notices.hpp"
#include "app/window/features/status/status.hpp"
#include "app/window/features/study/study_layer.hpp"
#include "app/window/features/sweep/sweep_layer.hpp"
#include "app/window/features/tune/tune_layer.hpp"
#include "app/window/features/variants/variants_layer.hpp"
#include "app/window/features/views/views_layer.hpp"
#include "app/window/features/welcome/welcome_layer.hpp"
#include "app/window/model/cover_view.hpp"

namespace heteroscope {
namespace {

class Drawn final : public Layer {
 public:
  explicit Drawn(std::function<void(State&, LayerSpace&)> draw) : draw_(std::move(draw)) {}
  void draw(State& state, LayerSpace& space) override { draw_(state, space); }

 private:
  std::function<void(State&, LayerSpace&)> draw_;
};

}  // namespace

template <class Kind>
void Layers::add() {
  auto layer = std::make_unique<Kind>();
  if constexpr (std::is_base_of_v<OpenedLayer, Kind>) opened_.push_back(layer.get());
  all_.push_back(std::move(layer));
}

void Layers::add(std::function<void(State&, LayerSpace&)> draw) {
  all_.push_back(std::make_unique<Drawn>(std::move(draw)));
}

Layers::Layers() {
  add<RunLayer>();
  add<CellValues>();
  add([](State& state, LayerSpace&) { split_lines(state); });
  add([](State& state, LayerSpace&) { compare_overlay(state); });
  add<DisksLayer>();
  add([](State& state, LayerSpace& space) { cover_overlay(state, space.covered); });
  add<LensLayer>();
  add([](State& state, LayerSpace&) { zoom_box(state); });
  add<HistogramLayer>();
  add([](State& state, LayerSpace& space) { status_badges(state, space.free); });
  add<StudyLayer>();
  add<CountersLayer>();
  add<SweepLayer>();
  add<VariantsLayer>();
  add<LessonLayer>();
  add<BenchLayer>();
  add<TuneLayer>();
  add<PosterLayer>();
  add<MovieLayer>();
  add<QueueLayer>();
  add<ViewsLayer>();
  add([](State& state, LayerSpace& space) { refusal(state, space.picture, space.covered); });
  add([](State& state, LayerSpace& space) { gpu_loss(state, space.picture, space.covered); });
  add([](State& state, LayerSpace& space) { presentation(state, space.free); });
  add([](State& state, LayerSpace& space) { toasts(state, space.free); });
  add<WelcomeLayer>();
  add<OpenLayer>();
  add<KeysLayer>();
  add<SearchLayer>();
}

Layers::~Layers() = default;

Covered Layers::draw(State& state) {
  const Rect picture = rect_of(state, state.area);
  LayerSpace space{.picture = picture, .free = picture, .covered = {}};
  for (const auto& each : all_) each->draw(state, space);
  return space.covered;
}

void Layers::leave_workload() {
  for (const auto& each : all_) each->leave_workload();
}

std::optional<double> Layers::due_s() const {
  std::optional<double> out;
  for (const auto& each : all_) {
    if (const auto due = each->due_s()) out = std::min(out.value_or(*due), *due);
  }
  return out;
}

bool Layers::moves() const {
  return std::ranges::any_of(all_, [](const auto& each) { return each->moves(); });
}

bool Layers::measure() const {
  return std::ranges::any_of(all_, [](const auto& each) { return each->measures(); });
}

bool Layers::want_quiet() const {
  return measure() || std::ranges::any_of(all_, [](const auto& each) { return each->waits_for_quiet(); });
}

void Layers::toggle(Action action, State& state) {
  for (OpenedLayer* const each : opened_) {
    if (each->opened_by() != action) continue;
    if (each->is_open()) return each->close();
    if (each->alone()) {
      for (OpenedLayer* const other : opened_) {
        if (other->alone()) other->close();
      }
    }
    each->open(state);
  }
}

bool Layers::close_top() {
  const auto top =
      std::find_if(opened_.rbegin(), opened_.rend(), [](const OpenedLayer* each) { return each->is_open(); });
  if (top == opened_.rend()) return false;
  (*top)->close();
  return true;
}

std::set<Action> Layers::open() const {
  std::set<Action> out;
  for (const OpenedLayer* const each : opened_) {
    if (each->is_open()) out.insert(each->opened_by());
  }
  return out;
}

}  // namespace heteroscope
