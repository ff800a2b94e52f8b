#include "core/base/watch.hpp"
#include "core/run/iteration/checkpoint_store.hpp"
#include "core/run/iteration/iterate.hpp"

namespace heteroscope {

void IterationStore::restore(const StageContext& context, State& state) const {
  CheckpointStore& store = *context.how.checkpoint.store;
  const IterationPoint* const point = store.begun();
  if (point == nullptr) return;
  const std::vector<Stroke>& strokes = context.plan.settings.problem.strokes;
  const std::span<const FieldView> planes = state.planes.host(context.plan.uses_gpu());
  store.restore(planes.first(static_cast<std::size_t>(state.planes.state())), state.planes.held());
  state.start_on_host = false;
  state.step = point->step;
  state.painted.assign(strokes.begin(), strokes.begin() + static_cast<std::ptrdiff_t>(point->painted));
  state.measured = point->measured;
  state.ms = point->ms;
  state.settled = point->settled;
}

bool IterationStore::keep(const StageContext& context, State& state, std::int64_t target, Timing& timing) {
  if (!pace_ || state.step < pace_->next() || state.step >= target || state.settled) return true;
  const Plan& plan = context.plan;
  CheckpointStore& store = *context.how.checkpoint.store;
  const bool due = pace_->due(state.step);
  const bool goes_on = pace_->all(store.go_on(state.step, target));
  if (!due && goes_on) return true;
  const Watch watch;
  const Rows own = plan.own_rows(plan.state.size.height);
  const std::span<const FieldView> planes = state.planes.host(plan.uses_gpu());
  state.planes.fetch(own);
  state.start_on_host = false;
  store.keep({.step = state.step,
              .painted = state.painted.size(),
              .measured = state.measured,
              .ms = state.ms,
              .settled = state.settled},
             planes.first(static_cast<std::size_t>(state.planes.state())), own, context.how.peers);
  pace_->kept();
  timing.checkpoints += watch.ms();
  return goes_on;
}

}  // namespace heteroscope
