// Posters in the real program: one is ordered and has the bytes of the command's; one under way is kept when the window
// is closed.
#include <cstdlib>
#include <fstream>

#include "app/production/queue/kept_orders.hpp"
#include "app/window/widgets/widgets.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ProductionsWindow : public DrivenWindow {
 protected:
  /// Clicks it and waits until it has the ink of what is chosen.
  bool choose(const char* text) {
    const ImU32 chosen = ink_on(theme_of(ThemeKind::dark).dim);
    return click_words(text, "##poster") && wait_for([&] {
             const auto now = words(text, "##poster");
             return now && now->color == chosen;
           });
  }
  /// Until it has been begun. The button does nothing while what the poster takes is still being looked at.
  bool order_poster(const char* file) {
    const auto begun = [&] {
      return std::filesystem::exists(made(file)) || std::filesystem::exists(made(file).string() + ".unfinished");
    };
    const auto can_order = [&] {
      const auto order = words("Order", "##poster");
      return order && order->enabled();
    };
    return wait_for(can_order) && click_words("Order", "##poster") && wait_for(begun);
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

TEST_F(ProductionsWindow, TabGoesThroughTheFieldsOfADialog) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_TRUE(program().start()) << program().words();
  program().key("ctrl+p");
  ASSERT_TRUE(words("Order", "##poster")) << program().words();
  for (const char* const typed : {"111", "222", "tabs.tif"}) {
    program().key("Tab");
    program().draw_frames(4);  // a field has the keyboard after some frames
    program().key("ctrl+a");
    program().type(typed);
  }
  program().key("Tab");
  EXPECT_TRUE(words("tabs.tif", "##poster")) << program().words();
  EXPECT_TRUE(words("111", "##poster")) << program().words();
  EXPECT_TRUE(words("222", "##poster")) << program().words();
  EXPECT_TRUE(words("Saved view", "##left")) << "the panels are still there";
}

TEST_F(ProductionsWindow, APosterIsTheCommandsAndIsKeptWhenTheWindowCloses) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.execution.processor = Processor::cpu;
  settings.problem.parameters["max_iterations"] = 100;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  program().key("ctrl+p");
  ASSERT_TRUE(choose("4K")) << program().words();
  ASSERT_TRUE(choose("NPY")) << program().words();
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
  program().key("ctrl+p");
  ASSERT_TRUE(choose("16K")) << program().words();
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
