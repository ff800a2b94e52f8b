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

/// What has been ordered: what waits, what is being made and how far it is, what came of the others. The queue behind
/// it is the program's: it goes on while the list is closed and whatever workload is shown, and is kept for the next
/// start.
class QueueFeature final : public OpenedFeature {
 public:
  QueueFeature();
  [[nodiscard]] Action opened_by() const override { return action::toggle_queue; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::produce; }
  void overlay(const Window& window, OverlaySpace& space) override;
  /// Says what came of earlier ones, and holds the queue while others compute.
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  [[nodiscard]] Badge badge(const Window& window) const override;
  void restore(const Window& window) override;
  /// What is under way ends at once; waits for that, and writes what is left to be made.
  void keep(const Window& window) override;
  /// Ends after the step under way; asked once more, that is given up.
  void end(const Window& window, bool again) override;
  [[nodiscard]] std::string unfinished(double closing_s) override;

  /// Behind what was ordered before; the queue is opened.
  void order(std::shared_ptr<const Order> order, Ui& ui);
  /// The files of all orders.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// What an earlier start has left, and the file in which it is kept from now on.
  void put_back(OrdersRecollection found, std::filesystem::path path, Ui& ui);

 private:
  void tell(Ui& ui, const QueuedOrder& order);
  void save(Ui& ui);
  void body(Ui& ui);
  void entry(Ui& ui, const QueuedOrder& order);
  void standing(const Ui& ui, const QueuedOrder& order);
  void buttons(Ui& ui, const QueuedOrder& order);
  void show_file(Ui& ui, const std::filesystem::path& what);

  std::atomic<bool> changed_{true};
  std::shared_ptr<const std::vector<QueuedOrder>> shown_;
  std::map<std::uint64_t, OrderStatus> told_;   // what was said last of an order
  std::optional<std::uint64_t> to_be_removed_;  // with what is finished of it, if that is meant
  Desktop desktop_;
  std::filesystem::path path_;
  bool fresh_ = false;
  double updated_s_ = 0;
  std::uint64_t saved_ = 0;  // revision
  std::string kept_;         // as text, what was saved last; the saver's while that is busy
  SingleTask<std::string> saver_;
  ProductionQueue queue_;  // last: what it calls is there as long as it is
};

}  // namespace heteroscope
