// Posters in the real program: one is ordered and has the bytes of the command's; one under way is kept when the window
// is closed.
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/production/queue/kept_orders.hpp"
#include "app/window/look/theme.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

// places of the window at 1280x720
constexpr At small{508, 255};
constexpr At large{708, 255};
constexpr At npy{813, 337};
constexpr At order{456, 516};

class ProductionsWindow : public DrivenWindow {
 protected:
  static std::array<int, 3> parts_of(ImU32 color) {
    const auto part = [&](int shift) { return static_cast<int>(color >> shift & 0xffU); };
    return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT)};
  }
  void open_dialog() {
    program().key("ctrl+p");
    const auto panel = parts_of(theme_of(ThemeKind::dark).panel);
    ASSERT_TRUE(wait_for([&] { return program().pixel(700, 205) == panel; })) << program().words();
  }
  /// Clicks it until it has the color of what is chosen: a dialog that is still growing moves what is in it.
  bool choose(At at) {
    const auto chosen = parts_of(theme_of(ThemeKind::dark).dim);
    for (int i = 0; i < 30; ++i) {
      click(at);
      if (wait_for([&] { return program().pixel(at.x - 30, at.y) == chosen; }, seconds(2))) return true;
    }
    return false;
  }
  /// Until it has been begun. The button does nothing while what the poster takes is still being looked at.
  bool order_poster(const char* file) {
    const auto begun = [&] {
      return std::filesystem::exists(made(file)) || std::filesystem::exists(made(file).string() + ".unfinished");
    };
    for (int i = 0; i < 6; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      click(order);
      if (wait_for(begun, seconds(10))) return true;
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
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.execution.processor = Processor::cpu;
  settings.problem.parameters["max_iterations"] = 100;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  ASSERT_NO_FATAL_FAILURE(open_dialog());
  ASSERT_TRUE(choose(small)) << program().words();
  ASSERT_TRUE(choose(npy)) << program().words();
  ASSERT_TRUE(order_poster("poster-001.npy")) << program().words();
  // it gives way to all that others compute
  const auto is_made = [&] { return std::filesystem::exists(made("poster-001.npy")); };
  ASSERT_TRUE(wait_for(is_made, seconds(200))) << program().words();
  const auto other = program().folder() / "command.npy";
  const std::string line = std::string(HETEROSCOPE_PROGRAM) + " render --settings " +
                           (program().folder() / "start.json").string() + " --size 3840x2160 --out " + other.string() +
                           " > " + (program().folder() / "said").string();
  ASSERT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(std::filesystem::file_size(made("poster-001.npy")), 128U + 3840U * 2160 * 8);
  EXPECT_TRUE(text_of(made("poster-001.npy")) == text_of(other));
  ASSERT_NO_FATAL_FAILURE(open_dialog());
  ASSERT_TRUE(choose(large)) << program().words();
  ASSERT_TRUE(order_poster("poster-002.npy")) << program().words();
  ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(made("poster-002.npy.unfinished.json")); }))
      << program().words();
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended) << program().words();
  EXPECT_EQ(ended->code, 0) << ended->output;
  const OrdersRecollection kept = recall_orders(orders());
  EXPECT_EQ(kept.trouble, "");
  ASSERT_EQ(kept.orders.size(), 1U) << "what is done is not kept";
  EXPECT_EQ(kept.orders.front().standing, OrderStatus::stopped);
  EXPECT_TRUE(kept.orders.front().begun);
  EXPECT_TRUE(kept.orders.front().order->unfinished());
}

}  // namespace
}  // namespace heteroscope
