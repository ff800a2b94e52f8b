#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/production/queue/kept_orders.hpp"
#include "app/production/queue/queue.hpp"
#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/single_task.hpp"

namespace heteroscope {

/// The list of orders: the waiting ones, the progress of the one under way, and the results of the others. The queue
/// works while the list is closed and whatever workload is shown, and is kept for the next start.
class QueueFeature final : public OpenedFeature {
 public:
  QueueFeature();
  [[nodiscard]] Action opened_by() const override { return action::toggle_queue; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::produce; }
  void overlay(const Window& window, OverlaySpace& space) override;
  /// Shows messages about results, and pauses the queue while other work goes on.
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  [[nodiscard]] Badge badge(const Window& window) const override;
  void restore(const Window& window) override;
  /// Ends the work under way at once, waits for that, and writes the orders that are left.
  void keep(const Window& window) override;
  /// Ends after the step under way; a second call gives that up.
  void end(const Window& window, bool again) override;
  [[nodiscard]] std::string unfinished(double closing_s) override;

  /// Adds an order after the earlier ones and opens the list.
  void order(std::shared_ptr<const Order> order, Ui& ui);
  /// Returns the files of all orders.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// Takes the orders that an earlier start has left, and the file in which they are kept from now on.
  void put_back(OrdersRecollection found, std::filesystem::path path, Ui& ui);

 private:
  void tell(Ui& ui, const QueuedOrder& order);
  void save(Ui& ui);
  void body(Ui& ui);
  void entry(Ui& ui, const QueuedOrder& order);
  void standing(const Ui& ui, const QueuedOrder& order);
  void buttons(Ui& ui, const QueuedOrder& order);
  void buttons_of_done(Ui& ui, const std::filesystem::path& out);
  void turn_button(const Ui& ui, const QueuedOrder& order);
  void show_file(Ui& ui, const std::filesystem::path& what);

  std::atomic<bool> changed_{true};
  std::shared_ptr<const std::vector<QueuedOrder>> shown_;
  std::map<std::uint64_t, OrderStatus> told_;  // the status of each order in its last message
  std::optional<std::uint64_t>
      to_be_removed_;  // the order whose removal is to be confirmed, since its unfinished files are deleted
  Desktop desktop_;
  std::filesystem::path path_;
  bool fresh_ = false;
  double updated_s_ = 0;
  std::uint64_t saved_ = 0;  // revision
  std::string kept_;         // the last saved text; belongs to the saver while that is busy
  SingleTask<std::string> saver_;
  ProductionQueue queue_;  // last, so that all that it calls exists as long as it does
};

}  // namespace heteroscope
