#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/production/queue/kept_orders.hpp"
#include "app/production/queue/queue.hpp"
#include "app/window/feature/desktop.hpp"
#include "app/window/feature/layer.hpp"
#include "app/window/feature/single_task.hpp"

namespace heteroscope {

/// What has been ordered: what waits, what is being made and how far it is, what came of the others. The queue behind
/// it is the program's: it goes on while the layer is closed and whatever workload is shown, and is kept for the next
/// start.
class QueueLayer final : public OpenedLayer {
 public:
  QueueLayer();
  [[nodiscard]] Action opened_by() const override { return Action::toggle_queue; }
  void draw(State& state, LayerSpace& space) override;
  /// What is new has another size, which is known once it is drawn.
  [[nodiscard]] bool moves() const override { return is_open() && fresh_; }
  /// While something is made it is looked at twice a second.
  [[nodiscard]] std::optional<double> due_s() const override;

  /// What an earlier start has left, and the file in which it is kept from now on.
  void put_back(OrdersRecollection found, std::filesystem::path path, State& state);
  /// Once a frame of the window, also of one that is not seen: takes new orders, says what came of earlier ones, and
  /// holds the queue while `others_compute`.
  void update(State& state, bool others_compute);
  /// Ends after the step under way; with `at_once` that is given up.
  void end(bool at_once) { queue_.end(at_once); }
  [[nodiscard]] bool runs() const { return queue_.runs(); }
  /// Ends at once, waits for that, and writes what is left to be made.
  void finish(State& state);

 private:
  void tell(State& state, const QueuedOrder& order);
  void save(State& state);
  void body(State& state);
  void entry(State& state, const QueuedOrder& order);
  void standing(const State& state, const QueuedOrder& order);
  void buttons(State& state, const QueuedOrder& order);
  void show_file(State& state, const std::filesystem::path& what);
  [[nodiscard]] std::string badge() const;

  std::atomic<bool> changed_{true};
  std::shared_ptr<const std::vector<QueuedOrder>> shown_;
  std::map<std::uint64_t, OrderStanding> told_;  // what was said last of an order
  std::optional<std::uint64_t> to_be_removed_;   // with what is finished of it, if that is meant
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
