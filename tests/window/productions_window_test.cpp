// Posters in the real program: one is ordered and has the bytes of the command's; one under way is kept when the window
// is closed.
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/production/kept_orders.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

/// A place of the window at 1280x720.
struct At {
  int x, y;
};
constexpr At largest{822, 265};
constexpr At width{500, 291};
constexpr At height_as_seen_button{710, 291};
constexpr At npy{813, 347};
constexpr At order{456, 506};

class ProductionsWindow : public DrivenWindow {
 protected:
  void click(At at) {
    program().move(at.x, at.y);
    program().click(1);
  }
  void open_dialog() {
    const auto before = program().pixel(640, 205);
    program().key("ctrl+p");
    ASSERT_TRUE(wait_for([&] { return program().pixel(640, 205) != before; })) << program().words();
  }
  /// The button does nothing while what the poster takes is still being looked at; and no piece begins while the mouse
  /// is in use.
  bool order_until_there(const char* file) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    for (int i = 0; i < 8; ++i) {
      click(order);
      if (wait_for([&] { return std::filesystem::exists(made(file)); }, seconds(4))) return true;
    }
    return false;
  }
  std::filesystem::path made(const std::string& file) {
    return program().folder() / "out" / ("heteroscope-mandelbrot-" + file);
  }
  std::filesystem::path orders() { return program().memory().parent_path() / "orders.json"; }
  static std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(ProductionsWindow, APosterIsTheCommandsAndIsKeptWhenTheWindowCloses) {
  Settings small = default_settings(find_workload(catalog(), "mandelbrot"));
  small.execution.processor = Processor::cpu;
  small.problem.parameters["max_iterations"] = 200;
  ASSERT_NO_FATAL_FAILURE(start({saved(small)}));
  ASSERT_NO_FATAL_FAILURE(open_dialog());
  click(width);
  program().key("ctrl+a");
  program().type("640");
  program().key("Return");
  click(height_as_seen_button);
  click(npy);
  ASSERT_TRUE(order_until_there("poster-001.npy")) << program().words();
  const auto other = program().folder() / "command.npy";
  const std::string line = std::string(HETEROSCOPE_PROGRAM) + " render --settings " +
                           (program().folder() / "start.json").string() + " --size 640x360 --out " + other.string() +
                           " > " + (program().folder() / "said").string();
  ASSERT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(std::filesystem::file_size(made("poster-001.npy")), 128U + 640 * 360 * 8);
  EXPECT_TRUE(text_of(made("poster-001.npy")) == text_of(other));
  ASSERT_NO_FATAL_FAILURE(open_dialog());
  click(largest);
  ASSERT_TRUE(order_until_there("poster-002.npy.unfinished.json")) << program().words();
  program().key("ctrl+q");
  const auto ended = program().wait_end(seconds(30));
  ASSERT_TRUE(ended) << program().words();
  EXPECT_EQ(ended->code, 0) << ended->output;
  const OrdersRecollection kept = recall_orders(orders(), catalog());
  EXPECT_EQ(kept.trouble, "");
  ASSERT_EQ(kept.orders.size(), 1U) << "what is done is not kept";
  EXPECT_EQ(kept.orders.front().standing, OrderStanding::stopped);
  EXPECT_TRUE(kept.orders.front().begun);
  EXPECT_TRUE(kept.orders.front().order->unfinished());
}

}  // namespace
}  // namespace heteroscope
