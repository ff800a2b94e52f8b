#include "app/window/features/limit/limit_feature.hpp"

#include <string>
#include <utility>

#include "app/text/limit_text.hpp"
#include "app/window/model/views/view_target.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/process/priority.hpp"

namespace heteroscope {
namespace {

constexpr double view_rest_s = 0.12;  // the time after which a view counts as at rest
constexpr double moving_s = 0.6;      // the time between two searches for a moving view

/// Returns the workload whose limit belongs to the view; null: no workload counts up to a limit.
const Workload* counting(const WindowModel& model) {
  const ViewTarget target = view_target(model.settings(), model.catalog);
  return target.owner != nullptr && target.owner->escape_limit ? target.owner : nullptr;
}

Value& limit_in(Values& values, const Workload& workload) {
  const Parameter& parameter = *workload.find_parameter(workload.escape_limit->parameter);
  return values.try_emplace(std::string(parameter.id), parameter.initial).first->second;
}

std::string limit_line(const LimitState& limit) {
  if (limit.held) return "This limit came with the view. It becomes automatic again when the view moves.";
  if (limit.found) return limit_text(*limit.found);
  if (!limit.trouble.empty()) return "No limit was found: " + limit.trouble;
  return "Looking for the limit that this view needs…";
}

}  // namespace

LimitFeature::LimitFeature(Catalog catalog)
    : executor_(std::make_shared<Executor>()),
      task_([catalog, executor = executor_](const Settings& view, const std::stop_token& stop, const auto& publish) {
        let_others_first();
        if (const auto found = find_limit(view, catalog, *executor, stop))
          publish(std::make_shared<const Made>(Made{view, *found}));
      }) {}

void LimitFeature::before_engine(const Window& window) {
  WindowModel& model = window.model;
  const Workload* const workload = counting(model);
  if (workload == nullptr) {
    shown_.reset();
    model.limit = {};
    return;
  }
  const ViewTarget target = view_target(model.settings(), model.catalog);
  Settings view = default_settings(*workload);
  view.problem.parameters = view_values(model.settings(), target);
  if (workload->takes(model.settings().problem.precision)) view.problem.precision = model.settings().problem.precision;
  view.problem.size = model.settings().problem.size;
  Value& limit = limit_in(view.problem.parameters, *workload);
  const double now = limit;
  limit = workload->find_parameter(workload->escape_limit->parameter)->initial;
  const LeftView place{
      .view = view_of(model.settings(), target), .limit = {}, .plane = plane_of(model.settings(), target)};
  note(window, {std::move(view), now, place});
  take(window);
  search(window);
}

/// Notes what a person has changed since the last frame.
void LimitFeature::note(const Window& window, Shown now) {
  LimitState& limit = window.model.limit;
  if (!shown_) {
    limit = {};
  } else {
    const bool other_limit = now.limit != shown_->limit;
    limit.held = now.place != shown_->place ? limit.returned.value_or(other_limit) : limit.held || other_limit;
    if (now.view != shown_->view) {
      limit.found.reset();
      moved_s_ = window.ui.now_s;
    }
  }
  limit.returned.reset();
  shown_ = std::move(now);
}

bool LimitFeature::is_wanted(const Window& window) const {
  const LimitState& limit = window.model.limit;
  return shown_ && window.ui.preferences.automatic_limit && !limit.held && !limit.found;
}

/// Starts a search for the limit of a view at rest, and now and then of a moving one.
void LimitFeature::search(const Window& window) {
  if (window.view.activity.measuring || window.view.activity.producing) {
    // the search begins again once nothing else is computed
    if (task_.busy()) task_.forget();
    asked_.reset();
    return;
  }
  if (!is_wanted(window) || asked_ == shown_->view) return;
  const double now_s = window.ui.now_s;
  const bool rests = now_s - moved_s_ >= view_rest_s;
  if (!rests && (task_.busy() || now_s - asked_s_ < moving_s)) return;
  task_.want(shown_->view);
  asked_ = shown_->view;
  asked_s_ = now_s;
}

/// Takes the limit that was found; one of an earlier view serves until that of the present view is there.
void LimitFeature::take(const Window& window) {
  LimitState& limit = window.model.limit;
  limit.trouble = task_.failure();
  const auto made = task_.newest();
  if (made == nullptr || !is_wanted(window)) return;
  if (made->view.problem.workload != shown_->view.problem.workload) return;
  const bool of_this = made->view == shown_->view;
  if (of_this) limit.found = made->found;
  if (!of_this && taken_ == made->view) return;
  taken_ = made->view;
  if (made->found.limit == shown_->limit) return;
  const Edit edit = window.model.edit();
  Settings& settings = *edit;
  const ViewTarget target = view_target(settings, window.model.catalog);
  limit_in(view_values(settings, target), *target.owner) = made->found.limit;
  shown_->limit = made->found.limit;
}

Activity LimitFeature::activity(const Window& window) const {
  if (!is_wanted(window) || window.view.activity.measuring || window.view.activity.producing) return {};
  const bool asks = asked_ != shown_->view;
  return {.busy = asks || task_.busy(), .due_s = asks ? std::optional(moved_s_ + view_rest_s) : std::nullopt};
}

std::optional<FollowingLimit> following_limit(const Ui& ui, const WindowModel& model) {
  const Workload* const workload = counting(model);
  if (workload == nullptr || !ui.preferences.automatic_limit || model.limit.held) return std::nullopt;
  return FollowingLimit{.of_source = view_target(model.settings(), model.catalog).kind == ViewKind::source,
                        .parameter = workload->escape_limit->parameter};
}

void automatic_limit_rows(Ui& ui, WindowModel& model) {
  row(ui, "Automatic");
  bool on = ui.preferences.automatic_limit;
  if (ImGui::Checkbox("##automatic", &on)) {
    ui.preferences.automatic_limit = on;
    model.limit = {.found = {}, .held = false, .by_hand = false, .returned = {}, .trouble = {}};
  }
  help(ui,
       "The limit follows the view: it is raised where pixels that escape later would stay black, and lowered where "
       "fewer iterations are enough. Moving the limit by hand switches this off.");
  if (!on) return;
  words_in_room(3, [&] { colored_words(ui.theme().dim, limit_line(model.limit)); });
}

}  // namespace heteroscope
