// Orders one after the other, without a window.
#include "app/production/queue/queue.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "app/production/queue/kept_orders.hpp"
#include "core/base/error.hpp"
#include "kernels/registry.hpp"
#include "tests/at_once.hpp"
#include "tests/command/program.hpp"

namespace heteroscope::testing {
namespace {

/// Some steps, each of which ends when it is let.
struct FakeWork {
  std::mutex mutex;
  std::condition_variable changed;
  int all = 3;
  int let = 0;        // steps that may end
  int begun = 0;      // in all runs
  int kept = 0;       // what is unfinished
  std::string fails;  // in its second step
  std::string warns;  // before the first
  bool discarded = false;
  std::vector<bool> resumed;

  void let_steps(int count) {
    const std::lock_guard lock(mutex);
    let += count;
    changed.notify_all();
  }
  template <class Condition>
  [[nodiscard]] bool wait(Condition condition) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(60), condition);
  }
};

class FakeOrder final : public Order {
 public:
  FakeOrder(std::string name, std::shared_ptr<FakeWork> work) : out_("/" + name), work_(std::move(work)) {}
  [[nodiscard]] std::string_view kind() const override { return "fake"; }
  [[nodiscard]] std::string text() const override { return "a fake"; }
  [[nodiscard]] const std::filesystem::path& out() const override { return out_; }
  [[nodiscard]] bool unfinished() const override { return work_->kept > 0; }
  void discard() const override { work_->discarded = true; }
  [[nodiscard]] std::string to_json() const override { return "{}"; }
  [[nodiscard]] std::unique_ptr<Production> make(bool resume, const Waiter& waiter) const override {
    work_->resumed.push_back(resume);
    class Steps final : public Production {
     public:
      Steps(FakeWork& work, Waiter waiter) : work_(work), waiter_(std::move(waiter)) {}
      [[nodiscard]] std::string warning() const override { return work_.warns; }
      Made run(const GoOn& go_on) override {
        for (; work_.kept < work_.all; ++work_.kept) {
          if (!go_on({.done = work_.kept, .all = work_.all, .left_s = {}, .now = "a step"}))
            return {.finished = false, .kept = work_.kept > 0, .line = "stopped", .note = {}};
          std::unique_lock lock(work_.mutex);
          ++work_.begun;
          work_.changed.notify_all();
          while (work_.let == 0) {
            if (waiter_.asked()) return {.finished = false, .kept = work_.kept > 0, .line = "given up", .note = {}};
            work_.changed.wait_for(lock, std::chrono::milliseconds(2));
          }
          --work_.let;
          if (!work_.fails.empty() && work_.kept == 1) throw BadInput(work_.fails);
        }
        return {.finished = true, .kept = false, .line = "made", .note = "a note"};
      }

     private:
      FakeWork& work_;
      Waiter waiter_;
    };
    return std::make_unique<Steps>(*work_, waiter);
  }

 private:
  std::filesystem::path out_;
  std::shared_ptr<FakeWork> work_;
};

class Queue : public ::testing::Test {
 protected:
  std::shared_ptr<FakeWork> add(const std::string& name) {
    auto work = std::make_shared<FakeWork>();
    queue->add(std::make_shared<FakeOrder>(name, work));
    return work;
  }
  [[nodiscard]] QueuedOrder at(std::size_t i) const { return queue->all().at(i); }
  [[nodiscard]] bool becomes(std::size_t i, OrderStatus standing) const {
    return reaches([&] { return at(i).standing == standing; });
  }
  static bool reaches(const std::function<bool()>& condition) {
    for (int i = 0; i < 60'000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  std::optional<ProductionQueue> queue{std::in_place};
};

TEST_F(Queue, MakesOneAfterTheOtherAndGoesOnAfterAFailure) {
  const auto first = add("first");
  ASSERT_TRUE(first->wait([&] { return first->begun == 1; }));
  const auto second = add("second");
  second->fails = "no such thing";
  const auto third = add("third");
  EXPECT_EQ(at(0).standing, OrderStatus::running);
  EXPECT_EQ(at(1).standing, OrderStatus::waiting);
  EXPECT_TRUE(queue->runs());
  EXPECT_TRUE(queue->computes());
  EXPECT_EQ(second->begun, 0);
  for (const auto& each : {first, second, third}) each->let_steps(3);
  ASSERT_TRUE(becomes(2, OrderStatus::done));
  EXPECT_EQ(at(0).standing, OrderStatus::done);
  EXPECT_EQ(at(0).line, "made");
  EXPECT_EQ(at(0).note, "a note");
  EXPECT_EQ(at(1).standing, OrderStatus::failed);
  EXPECT_EQ(at(1).line, "no such thing");
  EXPECT_FALSE(queue->runs());
  EXPECT_FALSE(queue->computes());
  // it has kept a step, which is gone on with
  second->fails.clear();
  second->let_steps(2);
  queue->resume(at(1).id);
  ASSERT_TRUE(becomes(1, OrderStatus::done));
  EXPECT_EQ(second->resumed, (std::vector{false, true}));
}

TEST_F(Queue, SaysWhatIsToBeKnownBeforeAndAfter) {
  const auto work = std::make_shared<FakeWork>();
  work->warns = "the disk may be too small";
  queue->add(std::make_shared<FakeOrder>("warned", work));
  ASSERT_TRUE(work->wait([&] { return work->begun == 1; }));
  EXPECT_EQ(at(0).note, "the disk may be too small");
  work->let_steps(3);
  ASSERT_TRUE(becomes(0, OrderStatus::done));
  EXPECT_EQ(at(0).note, "the disk may be too small; a note");
}

TEST_F(Queue, StopsAfterTheStepAndGoesOn) {
  const auto first = add("first");
  const auto second = add("second");
  ASSERT_TRUE(first->wait([&] { return first->begun == 1; }));
  queue->remove(at(0).id);
  EXPECT_EQ(queue->all().size(), 2U) << "what runs is not removed";
  queue->stop(at(0).id);
  EXPECT_TRUE(at(0).stopping);
  first->let_steps(1);
  ASSERT_TRUE(becomes(0, OrderStatus::stopped));
  EXPECT_EQ(first->kept, 1);
  EXPECT_EQ(at(0).step->done, 1);
  ASSERT_TRUE(second->wait([&] { return second->begun == 1; })) << "the next begins";
  queue->resume(at(0).id);
  EXPECT_EQ(at(0).standing, OrderStatus::waiting);
  queue->stop(at(0).id);
  EXPECT_EQ(at(0).standing, OrderStatus::stopped) << "before it began";
  second->let_steps(3);
  ASSERT_TRUE(becomes(1, OrderStatus::done));
  EXPECT_EQ(at(0).standing, OrderStatus::stopped);
  queue->remove(at(1).id);
  EXPECT_FALSE(second->discarded) << "what is done stays";
  queue->resume(at(0).id);
  ASSERT_TRUE(first->wait([&] { return first->begun == 2; }));
  queue->stop(at(0).id);
  first->let_steps(1);
  ASSERT_TRUE(becomes(0, OrderStatus::stopped));
  EXPECT_EQ(first->resumed, (std::vector{false, true}));
  queue->remove(at(0).id);
  EXPECT_TRUE(first->discarded);
  EXPECT_TRUE(queue->all().empty());
}

TEST_F(Queue, IsHeldBetweenSteps) {
  queue->hold(true);
  const auto work = add("held");
  work->let_steps(3);
  ASSERT_TRUE(reaches([&] { return at(0).step.has_value(); }));
  EXPECT_TRUE(queue->runs());
  EXPECT_FALSE(queue->computes());
  EXPECT_EQ(work->begun, 0);
  queue->hold(false);
  ASSERT_TRUE(becomes(0, OrderStatus::done));
}

TEST_F(Queue, EndsAtOnceAndKeepsWhatIsFinished) {
  const auto first = add("first");
  const auto second = add("second");
  first->let_steps(1);
  ASSERT_TRUE(first->wait([&] { return first->begun == 2; }));
  queue->end(false);
  EXPECT_TRUE(queue->runs()) << "to the end of its step";
  queue->end(true);
  ASSERT_TRUE(becomes(0, OrderStatus::stopped));
  EXPECT_EQ(at(0).line, "given up");
  EXPECT_TRUE(at(0).begun);
  EXPECT_EQ(second->begun, 0);
  // and comes back
  std::vector<QueuedOrder> kept = queue->all();
  queue.emplace();
  queue->put_back(std::move(kept));
  EXPECT_EQ(at(0).standing, OrderStatus::stopped);
  EXPECT_EQ(at(1).standing, OrderStatus::stopped) << "nothing begins by itself";
  first->let_steps(2);
  queue->resume(at(0).id);
  ASSERT_TRUE(becomes(0, OrderStatus::done));
  EXPECT_EQ(first->resumed, (std::vector{false, true}));
}

/// Posters, as the window orders them.
class OrderedPosters : public Program {
 protected:
  [[nodiscard]] PosterOrder poster(const char* out, std::optional<Size> tile) const {
    PosterOrder order{.settings = default_settings(find_workload(catalog(), "mandelbrot")), .out = file(out)};
    order.settings.problem.size = {700, 600};
    order.settings.execution.processor = Processor::cpu;
    order.tile = tile;
    return order;
  }
  static bool all_done(const ProductionQueue& queue) {
    const auto orders = queue.all();
    return std::ranges::all_of(orders, [](const QueuedOrder& each) { return each.standing == OrderStatus::done; });
  }
};

TEST_F(OrderedPosters, HaveTheBytesOfTheCommands) {
  const std::string line = "render mandelbrot --processor cpu --size 700x600 ";
  expect_success(line + "--out whole.png");
  expect_success(line + "--tile 512x512 --out whole.tif");
  expect_success(line + "--out whole.npy");
  const PosterOutlook outlook = poster_outlook(poster("a.tif", Size{512, 512}));
  EXPECT_EQ(outlook.size, (Size{700, 600}));
  EXPECT_EQ(outlook.piece, (Size{512, 512}));
  EXPECT_EQ(outlook.pieces, 4);
  ProductionQueue queue;
  queue.add(order_of(poster("a.png", {})));
  queue.add(order_of(poster("a.tif", Size{512, 512})));
  queue.add(order_of(poster("a.npy", Size{64, 64})));
  for (int i = 0; i < 60'000 && !all_done(queue); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(all_done(queue)) << queue.all().back().line;
  for (const char* each : {".png", ".tif", ".npy"}) {
    const std::string made = read_text(file(std::string("a") + each));
    EXPECT_TRUE(made == read_text(file(std::string("whole") + each))) << each;
  }
  EXPECT_LE(static_cast<double>(std::filesystem::file_size(file("a.tif"))), outlook.most_bytes);
}

TEST_F(OrderedPosters, AreGoneOnWithByTheNextProgram) {
  const auto path = file("orders.json");
  {
    // in its second piece it waits
    std::optional<ProductionQueue> queue;
    queue.emplace([&] {
      const auto orders = queue->all();
      if (!orders.empty() && orders.front().step && orders.front().step->done > 0) queue->hold(true);
    });
    queue->add(order_of(poster("b.npy", Size{64, 64})));
    for (int i = 0; i < 60'000 && !queue->held(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    queue->end(true);
    for (int i = 0; i < 60'000 && queue->runs(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(queue->all().front().standing, OrderStatus::stopped);
    save_orders(path, queue->all(), {});
  }
  EXPECT_TRUE(std::filesystem::exists(file("b.npy.unfinished.json")));
  OrdersRecollection found = recall_orders(path);
  EXPECT_EQ(found.trouble, "");
  ASSERT_EQ(found.orders.size(), 1U);
  EXPECT_TRUE(found.orders.front().begun);
  ASSERT_TRUE(found.orders.front().step);
  EXPECT_EQ(found.orders.front().step->done, 1);
  EXPECT_EQ(found.orders.front().step->all, 110);
  EXPECT_NE(found.orders.front().line.find("1 of 110 pieces of "), std::string::npos) << found.orders.front().line;
  ProductionQueue next;
  next.put_back(std::move(found.orders));
  EXPECT_FALSE(next.runs());
  next.resume(next.all().front().id);
  for (int i = 0; i < 60'000 && !all_done(next); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(all_done(next)) << next.all().front().line;
  EXPECT_NE(next.all().front().line.find("begun earlier"), std::string::npos) << next.all().front().line;
  expect_success("render mandelbrot --processor cpu --size 700x600 --out whole.npy");
  EXPECT_TRUE(read_text(file("b.npy")) == read_text(file("whole.npy")));
  EXPECT_EQ(orders_to_json(next.all()).find("b.npy"), std::string::npos) << "what is done is not kept";
}

TEST_F(OrderedPosters, OfTwoQueuesEachKeepsTheOthersOrders) {
  const auto path = file("orders.json");
  const auto queued = [&](const char* out) {
    QueuedOrder order;
    order.order = order_of(poster(out, Size{64, 64}));
    return order;
  };
  const auto names = [&] {
    std::vector<std::string> found;
    for (const QueuedOrder& each : recall_orders(path).orders) found.push_back(each.order->out().filename().string());
    return found;
  };
  const std::vector<QueuedOrder> first{queued("a.npy")};
  save_orders(path, first, {});
  const std::string begun_with = orders_to_json(first);  // by the second queue
  save_orders(path, {queued("a.npy"), queued("b.npy")}, begun_with);
  EXPECT_EQ(names(), (std::vector<std::string>{"a.npy", "b.npy"}));
  save_orders(path, {queued("c.npy")}, orders_to_json(first));
  EXPECT_EQ(names(), (std::vector<std::string>{"c.npy", "b.npy"})) << "a is done in the first queue, which adds c";
}

TEST_F(OrderedPosters, OfTwoQueuesThatAreKeptAtOnceNoneIsLost) {
  const auto path = file("orders.json");
  std::map<std::string, std::vector<QueuedOrder>> kept{{"a", {}}, {"b", {}}};
  save_at_once(12, [&](const std::string& of, int round) {
    std::vector<QueuedOrder>& orders = kept.at(of);
    const std::string before = orders_to_json(orders);
    orders.emplace_back().order = order_of(poster((of + std::to_string(round) + ".npy").c_str(), Size{64, 64}));
    save_orders(path, orders, before);
  });
  std::set<std::filesystem::path> outs;
  for (const QueuedOrder& each : recall_orders(path).orders) outs.insert(each.order->out());
  EXPECT_EQ(outs.size(), 24U) << "twelve of each";
}

/// A person's file is not open when the window begins: its order waits in the file, and keeps others from nothing.
TEST_F(OrderedPosters, OneWithAFileThatIsNotOpenStaysInTheFile) {
  const auto path = file("orders.json");
  QueuedOrder order;
  order.order = order_of(poster("a.npy", Size{64, 64}));
  nlohmann::ordered_json kept = nlohmann::ordered_json::parse(orders_to_json({order}));
  for (auto& stage : kept["orders"][0]["order"]["settings"]["variants"]) stage["cpu"] = "gone.cpp";
  write_text(path, kept.dump());
  const OrdersRecollection found = recall_orders(path);
  EXPECT_EQ(found.trouble, "");
  EXPECT_TRUE(found.orders.empty());
  order.order = order_of(poster("b.npy", Size{64, 64}));
  save_orders(path, {order}, orders_to_json({}));
  EXPECT_NE(read_text(path).find("gone.cpp"), std::string::npos) << read_text(path);
  EXPECT_EQ(recall_orders(path).orders.size(), 1U);
}

TEST_F(OrderedPosters, AFileThatIsNoQueueIsPutAside) {
  const auto path = file("orders.json");
  EXPECT_TRUE(recall_orders(path).trouble.empty()) << "none is there";
  const std::string order = R"({"kind":"poster","order":{"out":"/a.tif","settings":{"heteroscope":1)";
  for (
      const auto& [text, why] : std::initializer_list<std::pair<std::string, std::string>>{
          {"[", "orders.json"},
          {R"({"heteroscope_orders":2,"orders":[]})", "of version 1"},
          {R"({"heteroscope_orders":1,"orders":7})", "must have at most"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"poster"}]})", "orders[0].order: is missing"},
          {R"({"heteroscope_orders":1,"orders":[)" + order + R"(}},"steps":{"done":3,"all":2}}]})", "steps.done: 3 is"},
          {R"({"heteroscope_orders":1,"orders":[)" + order + R"(}},"steps":{"part":3,"parts":2}}]})", "part: 3 is"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"poster","order":{"out":"a.tif"}}]})",
           "is not an absolute path"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"movie","order":{"out":"/a","frames":1,"rate":30}}]})",
           "frames: 1 is"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"movie","order":{"out":"/a","frames":9,"rate":30}}]})",
           "keyframes: is missing"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"movie","order":{"out":"/a","frames":9,"rate":30,"keyframes":7}}]})",
           ": not a file of keyframes, which is {\"keyframes\": [{settings}, …]}"},
          {R"({"heteroscope_orders":1,"orders":[{"kind":"poster","order":{"out":"/a.tif"}}]})", "settings: is missing"},
          {R"({"heteroscope_orders":1,"orders":[)" + order + R"(},"tile":[0,5]}}]})", "tile: is not a size"},
          {R"({"heteroscope_orders":1,"orders":[)" + order + R"(},"tile":[1.5,5]}}]})", "tile: is not a size"}}) {
    write_text(path, text);
    const OrdersRecollection found = recall_orders(path);
    EXPECT_TRUE(found.orders.empty());
    EXPECT_NE(found.trouble.find(why), std::string::npos) << text << ": " << found.trouble;
    EXPECT_NE(found.trouble.find("; kept as "), std::string::npos) << found.trouble;
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  // what this program does not know is left out
  write_text(path, R"({"heteroscope_orders":1,"orders":[{"kind":"opera","order":{}},)" + order +
                       R"(,"workload":"nothing"}}}]})");
  const OrdersRecollection found = recall_orders(path);
  EXPECT_EQ(found.trouble, "");
  EXPECT_TRUE(found.orders.empty());
}

}  // namespace
}  // namespace heteroscope::testing
