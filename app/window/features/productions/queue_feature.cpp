#include "app/window/features/productions/queue_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

double share_finished(const QueuedOrder& order) {
  return order.step ? order.step->share() : 0;
}

/// Returns ", about 2 min left"; empty while that is not known, as before the last part.
std::string left_text(const ProductionStep& step) {
  return step.left_s && step.part == step.parts ? fmt::format(", about {} left", rough_time(*step.left_s)) : "";
}

/// Returns "12 of 64 done, about 2 min left.", for an order in several parts with the number of the part.
std::string steps_text(const ProductionStep& step) {
  if (step.parts == 1) return fmt::format("{} of {} done{}.", step.done, step.all, left_text(step));
  const std::string left = step.left_s ? fmt::format(", about {} left in this part", rough_time(*step.left_s)) : "";
  return fmt::format("Part {} of {}: {} of {} done{}.", step.part, step.parts, step.done, step.all, left);
}

constexpr const char* delete_words = "Delete what is finished";

/// Draws a button with its help. True if it was pressed.
bool helped_button(const Ui& ui, const char* label, const char* about) {
  const bool pressed = ImGui::Button(label);
  help(ui, about);
  return pressed;
}

/// The button that stops an order, and the one that resumes it.
ButtonsInTurn turn_of(OrderStatus standing) {
  const char* const hold = "Pause";
  return {.left = standing == OrderStatus::waiting ? hold : "Stop",
          .right = standing == OrderStatus::failed ? "Try again" : "Resume",
          .left_width = text_size(hold).x + 2 * ImGui::GetStyle().FramePadding.x};
}

/// Begins the place of *Remove*, which is the same in all states, beside what comes and goes there.
void place_of_remove(const Ui& ui, float left) {
  const auto [padding, gap] = std::pair(2 * ImGui::GetStyle().FramePadding.x, ui.units(6));
  const float of_done = text_size("Open").x + text_size("Folder").x + text_size("Copy path").x + 3 * padding + 2 * gap;
  const float of_turn = std::max(turn_of(OrderStatus::stopped).width(ui), turn_of(OrderStatus::failed).width(ui));
  ImGui::SameLine(left + std::max({of_done, of_turn, text_size(delete_words).x + padding}) + gap);
}

}  // namespace

QueueFeature::QueueFeature() : queue_([this] { changed_ = true; }) {}

/// A new list changes its height, which is known once it is drawn; while an order is made, the list is drawn twice a
/// second.
Activity QueueFeature::activity(const Window& /*window*/) const {
  constexpr double every_s = 0.5;
  Activity out{.busy = is_open() && fresh_, .producing = queue_.computes()};
  if (queue_.runs() || changed_) out.due_s = updated_s_ + every_s;
  return out;
}

void QueueFeature::restore(const Window& window) {
  put_back(recall_orders(orders_path()), orders_path(), window.ui);
}

void QueueFeature::end(const Window& /*window*/, bool again) {
  queue_.end(again);
}

std::string QueueFeature::unfinished(double closing_s) {
  constexpr double longest_last_piece_s = 5;  // after which the piece under way is given up
  if (closing_s > longest_last_piece_s) queue_.end(true);
  return queue_.runs() ? "Closes once the queue has ended its present piece or frame; Ctrl+Q again gives it up" : "";
}

void QueueFeature::order(std::shared_ptr<const Order> order, Ui& ui) {
  queue_.add(std::move(order));
  ui.ask(opened_by());
}

std::vector<std::filesystem::path> QueueFeature::files() const {
  std::vector<std::filesystem::path> out;
  if (shown_ == nullptr) return out;
  for (const QueuedOrder& each : *shown_) out.push_back(each.order->out());
  return out;
}

void QueueFeature::put_back(OrdersRecollection found, std::filesystem::path path, Ui& ui) {
  if (!found.trouble.empty()) ui.fail(found.trouble);
  const std::size_t left = found.orders.size();
  queue_.put_back(std::move(found.orders));
  for (const QueuedOrder& each : queue_.all()) told_[each.id] = each.standing;
  path_ = std::move(path);
  kept_ = orders_to_json(queue_.all());
  saved_ = queue_.revision();
  if (left > 0) {
    ui.say(fmt::format("{} order{} not finished: the queue (F8) resumes {}", left, left == 1 ? " is" : "s are",
                       left == 1 ? "it" : "them"));
  }
}

/// Shows once a message about the result of an order.
void QueueFeature::tell(Ui& ui, const QueuedOrder& order) {
  const OrderStatus before = std::exchange(told_[order.id], order.standing);
  if (before == order.standing) return;
  if (order.standing == OrderStatus::done) ui.say_written(order.order->out());
  if (order.standing == OrderStatus::failed)
    ui.fail(fmt::format("{}: {}", order.order->out().filename().string(), order.line));
}

Badge QueueFeature::badge(const Window& /*window*/) const {
  if (is_open() || shown_ == nullptr) return {};
  const auto running = std::ranges::find(*shown_, OrderStatus::running, &QueuedOrder::standing);
  if (running == shown_->end()) return {};
  const std::string name = running->order->out().filename().string();
  if (!running->step) return {fmt::format("{} is starting", name)};
  return {fmt::format("{} {:.0f} %{}", name, 100 * share_finished(*running), left_text(*running->step))};
}

void QueueFeature::on_frame(const Window& window, const FrameStep& step) {
  updated_s_ = window.ui.now_s;
  queue_.hold(!step.quiet);
  if (changed_.exchange(false) || shown_ == nullptr) {
    fresh_ = true;
    shown_ = std::make_shared<const std::vector<QueuedOrder>>(queue_.all());
    for (const QueuedOrder& each : *shown_) tell(window.ui, each);
  }
  desktop_.update(window.ui);
  save(window.ui);
}

/// Saves the orders on a thread of its own.
void QueueFeature::save(Ui& ui) {
  if (const auto failure = saver_.take(); failure && !failure->empty()) ui.fail(*failure);
  const std::uint64_t revision = queue_.revision();
  if (path_.empty() || saver_.busy() || revision == saved_) return;
  saved_ = revision;
  saver_.start(
      [path = path_, orders = queue_.all(), &kept = kept_] {
        save_orders(path, orders, kept);
        kept = orders_to_json(orders);
        return std::string();
      },
      [](const Failure& failure) { return failure.line; });
}

void QueueFeature::keep(const Window& window) {
  queue_.finish();
  saver_.wait();
  const std::uint64_t revision = queue_.revision();
  if (path_.empty() || revision == saved_) return;
  const Failure failed = attempt([&] { save_orders(path_, queue_.all(), kept_); });
  if (failed) return window.ui.fail(failed.line);
  saved_ = revision;
}

void QueueFeature::show_file(Ui& ui, const std::filesystem::path& what) {
  if (const std::string why_not = desktop_.open(what); !why_not.empty()) ui.fail(why_not);
}

/// Draws the progress or the result of an order.
void QueueFeature::standing(const Ui& ui, const QueuedOrder& order) {
  const Theme& theme = ui.theme();
  const auto bar = [&] { ImGui::ProgressBar(static_cast<float>(share_finished(order)), {-1, ui.units(5)}, ""); };
  switch (order.standing) {
    case OrderStatus::waiting:
      colored_words(theme.dim, "Waits for the orders above it.");
      break;
    case OrderStatus::running: {
      bar();
      if (!order.step) return colored_words(theme.dim, "Starting.");
      const ProductionStep& step = *order.step;
      const std::string now = order.stopping ? "Stopping: the work under way is being finished."
                              : queue_.computes()
                                  ? "Now: " + step.now + (order.making.empty() ? "" : " (" + order.making + ")")
                                  : "Waits while the window computes.";
      ImGui::TextWrapped("%s", (steps_text(step) + " " + now).c_str());
      break;
    }
    case OrderStatus::stopped:
      bar();
      colored_words(theme.notice, !order.line.empty() ? "Stopped: " + order.line
                                  : order.begun       ? "Stopped."
                                                      : "Stopped before it started.");
      break;
    case OrderStatus::done:
      ImGui::TextWrapped("%s", capitalized(order.line).c_str());
      break;
    case OrderStatus::failed:
      colored_words(theme.error, order.line);
      break;
  }
  if (!order.note.empty()) colored_words(theme.notice, order.note);
}

void QueueFeature::buttons_of_done(Ui& ui, const std::filesystem::path& out) {
  const float gap = ui.units(6);
  if (helped_button(ui, "Open", "Opens the file with the desktop's program for it.")) show_file(ui, out);
  ImGui::SameLine(0, gap);
  if (helped_button(ui, "Folder", "Opens the folder that contains the file.")) show_file(ui, out.parent_path());
  ImGui::SameLine(0, gap);
  if (!helped_button(ui, "Copy path", "Copies the file's path.")) return;
  ImGui::SetClipboardText(out.c_str());
  ui.say("Copied: " + out.string());
}

/// Draws the button that stops an order, or the one that resumes it.
void QueueFeature::turn_button(const Ui& ui, const QueuedOrder& order) {
  const bool waits = order.standing == OrderStatus::waiting;
  const bool goes_on = waits || order.standing == OrderStatus::running;
  ImGui::BeginDisabled(order.stopping);
  const bool pressed = button_in_turn(ui, turn_of(order.standing), goes_on ? ButtonPlace::left : ButtonPlace::right);
  ImGui::EndDisabled();
  help(ui, waits     ? "The order does not start until it is resumed."
           : goes_on ? "Stops it after the work under way. What is finished is kept, and Resume continues from there."
                     : "Continues from what is finished.");
  if (pressed) goes_on ? queue_.stop(order.id) : queue_.resume(order.id);
}

void QueueFeature::buttons(Ui& ui, const QueuedOrder& order) {
  const float left = ImGui::GetCursorPosX();
  if (to_be_removed_ == order.id) {
    if (helped_button(ui, delete_words, "Removes the order and deletes what has been made of it."))
      queue_.remove(order.id);
    place_of_remove(ui, left);
    if (helped_button(ui, "Keep it", "Keeps the order and what has been made of it.")) to_be_removed_.reset();
    return;
  }
  if (order.standing == OrderStatus::done) {
    buttons_of_done(ui, order.order->out());
  } else {
    turn_button(ui, order);
  }
  if (order.standing == OrderStatus::running) return;
  place_of_remove(ui, left);
  if (!helped_button(ui, "Remove", "Removes it from this list. A finished file stays.")) return;
  const bool loses = order.begun && order.standing != OrderStatus::done && order.order->unfinished();
  if (loses) {
    to_be_removed_ = order.id;
  } else {
    queue_.remove(order.id);
  }
}

void QueueFeature::entry(Ui& ui, const QueuedOrder& order) {
  ImGui::PushID(static_cast<int>(order.id));
  const float room = ImGui::GetContentRegionAvail().x;
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(end_of(order.order->out().filename().string(), room).c_str());
  ImGui::PopFont();
  help(ui, order.order->out().string());
  if (order.standing != OrderStatus::done)
    colored_words(ui.theme().dim, fmt::format("{}: {}", order.order->kind(), order.order->text()));
  standing(ui, order);
  buttons(ui, order);
  ImGui::PopID();
}

void QueueFeature::body(Ui& ui) {
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Queue");
  ImGui::PopFont();
  const float close = ui.units(54);
  const float poster = ui.units(76);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close - poster - ui.units(6));
  if (ImGui::Button("Poster…", {poster, 0})) ui.ask(action::toggle_poster);
  help(ui, "Orders a poster of what the window shows.", action::toggle_poster);
  ImGui::SameLine(0, ui.units(6));
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_queue);
  help(ui, "Closes this list; orders go on in the background.", action::toggle_queue);
  if (shown_ == nullptr || shown_->empty()) {
    colored_words(ui.theme().dim,
                  "The queue is empty. Posters and movies that you order are made one after another in the background, "
                  "also while this list is closed.");
    return;
  }
  const auto orders = shown_;
  for (const QueuedOrder& each : *orders) {
    ImGui::Separator();
    entry(ui, each);
  }
}

void QueueFeature::overlay(const Window& window, OverlaySpace& space) {
  fresh_ = false;
  if (!is_open()) return;
  place_in_middle(window.ui, space, "##queue", 620, 560);
  const ImGuiWindowFlags flags =
      notice_flags & ~(ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (const OverlayWindow page(window.ui, space, "##queue", flags); page) body(window.ui);
}

std::vector<ActionEntry> QueueFeature::actions() {
  return {{opened_by(),
           "the queue: ordered posters and movies, their progress, stop and resume",
           {pressed(GLFW_KEY_F8, "F8")},
           nullptr}};
}

}  // namespace heteroscope
