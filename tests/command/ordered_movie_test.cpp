// Movies as the window orders them: pictures first, which are kept where it is stopped, and then the video of them.
#include "app/production/queue/ordered_movie.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/video_file.hpp"
#include "app/production/queue/kept_orders.hpp"
#include "app/production/queue/queue.hpp"
#include "app/window/model/render_command.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"

namespace heteroscope::testing {
namespace {

class OrderedMovies : public Program {
 protected:
  /// Its only order.
  static bool is_done(const ProductionQueue& queue) { return queue.all().front().standing == OrderStatus::done; }
};

/// Two views of a movie.
MovieOrder movie(const std::filesystem::path& out) {
  Settings from = default_settings(find_workload(catalog(), "mandelbrot"));
  from.problem.size = {64, 48};
  from.execution.processor = Processor::cpu;
  Settings to = from;
  to.problem.parameters["span"] = 0.1;
  to.problem.size = {5, 7};  // the first one's holds
  return {.keys = recorded_key_frames({from, to}), .frames = 5, .rate = 25, .out = out};
}

TEST_F(OrderedMovies, AMovieIsMadeFrameByFrameAndGoneOnWith) {
  EXPECT_EQ(movie_outlook(movie(file("m"))).size, (Size{64, 48}));
  EXPECT_FALSE(std::filesystem::exists(file("m"))) << "nothing is written by looking";
  const auto path = file("orders.json");
  {
    std::optional<ProductionQueue> queue;
    queue.emplace([&] {
      const auto orders = queue->all();
      if (!orders.empty() && orders.front().step && orders.front().step->done > 1) queue->hold(true);
    });
    queue->add(order_of(movie(file("m"))));
    for (int i = 0; i < 60'000 && !queue->held(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    queue->end(true);
    for (int i = 0; i < 60'000 && queue->runs(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(queue->all().front().standing, OrderStatus::stopped) << queue->all().front().line;
    save_orders(path, queue->all(), {});
  }
  EXPECT_TRUE(std::filesystem::exists(file("m/00001.png")));
  EXPECT_FALSE(std::filesystem::exists(file("m/00004.png")));
  OrdersRecollection found = recall_orders(path);
  EXPECT_EQ(found.trouble, "");
  ASSERT_EQ(found.orders.size(), 1U);
  EXPECT_EQ(found.orders.front().order->text(), "mandelbrot 64x48 fp64, 5 frames between 2 views");
  ProductionQueue next;
  next.put_back(std::move(found.orders));
  next.resume(next.all().front().id);
  for (int i = 0; i < 60'000 && !is_done(next); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(is_done(next)) << next.all().front().line;
  EXPECT_NE(next.all().front().line.find("of them from before"), std::string::npos) << next.all().front().line;
  expect_success("render --settings m/00003.png --out rendered.png");
  EXPECT_TRUE(read_text(file("m/00003.png")) == read_text(file("rendered.png")));
}

TEST_F(OrderedMovies, AVideoIsOfPicturesThatGoWithIt) {
  if (!has_encoder()) GTEST_SKIP() << "no ffmpeg";
  std::vector<ProductionStep> steps;
  std::string kept;
  std::optional<ProductionQueue> made_by;
  made_by.emplace([&, here = std::this_thread::get_id()] {
    if (std::this_thread::get_id() == here) return;  // an order was added
    const auto orders = made_by->all();
    if (orders.empty() || orders.front().standing != OrderStatus::running || !orders.front().step) return;
    steps.push_back(*orders.front().step);
    if (steps.back().part == 2 && steps.back().done == 3) kept = orders_to_json(orders);
  });
  ProductionQueue& queue = *made_by;
  queue.add(order_of(movie(file("v.mkv"))));
  const auto ended = [&] {
    const auto orders = queue.all();
    return std::ranges::all_of(orders, [](const QueuedOrder& each) {
      return each.standing == OrderStatus::done || each.standing == OrderStatus::failed;
    });
  };
  for (int i = 0; i < 60'000 && !ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(queue.all().front().standing, OrderStatus::done) << queue.all().front().line;
  ASSERT_FALSE(steps.empty());
  EXPECT_TRUE(std::ranges::is_sorted(steps, {}, &ProductionStep::share)) << "from 0 to 1, once for both parts";
  EXPECT_EQ(steps.front().share(), 0);
  EXPECT_EQ(steps.back().part, 2);
  EXPECT_EQ(steps.back().parts, 2);
  EXPECT_GT(steps.back().share(), 0.8);
  const auto recalled = orders_from_json(kept, "orders.json");
  ASSERT_EQ(recalled.size(), 1U);
  EXPECT_EQ(recalled.front().step->share(), (1 + 3.0 / 5) / 2);
  queue.add(order_of(movie(file("none/v.mkv"))));
  for (int i = 0; i < 60'000 && !ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_NE(queue.all().back().line.find("cannot make the folder"), std::string::npos) << queue.all().back().line;
  EXPECT_GT(std::filesystem::file_size(file("v.mkv")), 1000U);
  EXPECT_FALSE(std::filesystem::exists(file("v.mkv.unfinished")));
  // the command line that the window copies of it
  std::vector<Settings> keys;
  const MovieOrder order = movie(file("w.mkv"));
  for (const KeyFrame& each : order.keys.all()) keys.push_back(each.settings);
  write_text(file("keys.json"), keyframes_to_json(keys));
  const std::string copied = movie_command(file("keys.json"), {64, 48}, 5, 25, file("w.mkv"));
  constexpr std::string_view program = "heteroscope ";
  ASSERT_TRUE(copied.starts_with(program)) << copied;
  expect_success(copied.substr(program.size()));
  EXPECT_EQ(movie_command("a b.json", {64, 48}, 5, 25, "/m"),
            "mkdir -p /m && heteroscope movie --keyframes 'a b.json' --size 64x48 --frames 5 --out /m/%05d.png");
  const std::string in_folder = "cd '" + folder() + "' && ";
  for (const std::string each : {"v", "w"}) {
    const std::string line = "ffmpeg -loglevel error -i " + each + ".mkv -f rawvideo -pix_fmt rgb24 " + each;
    ASSERT_EQ(std::system((in_folder + line).c_str()), 0);
  }
  EXPECT_TRUE(read_text(file("v")) == read_text(file("w")));
}

}  // namespace
}  // namespace heteroscope::testing
