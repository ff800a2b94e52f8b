// Messages about files that were written, without a display.
#include "app/window/features/status/notices.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "app/window/features/keys/keys_feature.hpp"
#include "app/window/features/productions/movie_feature.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/bench_lines.hpp"
#include "tests/window/noted_opener.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

constexpr Size window{1280, 720};

class WrittenFiles : public ::testing::Test {
 protected:
  WrittenFiles() : sheet_(1) {
    desktop_.put();
    sheet_.choose(find_workload(catalog(), "mandelbrot"));
    sheet_.draw(window);
  }
  static const DrawnWords* find(const std::vector<DrawnWords>& all, const std::string& words) {
    const auto found = std::ranges::find_if(all, [&](const DrawnWords& each) { return each.text == words; });
    return found == all.end() ? nullptr : &*found;
  }
  void click(const std::string& words) {
    const std::vector<DrawnWords> all = drawn_words();
    const DrawnWords* const at = find(all, words);
    ASSERT_NE(at, nullptr) << words;
    ImGui::GetIO().MousePos = {at->low.x + 3, at->low.y + 4};
    sheet_.draw(window);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      sheet_.draw(window);
    }
  }

  /// A program of the desktop's that notes what it is given, a line each, and ends so. The session has a bus.
  void put(const std::string& name, int status) {
    const std::filesystem::path program = folder_.path() / "bin" / name;
    std::ofstream(program) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > " << asked().string() << "\nexit " << status << "\n";
    chmod(program.c_str(), 0700);
    bus_.set("unix:path=/nowhere");
  }
  [[nodiscard]] std::filesystem::path asked() const { return folder_.path() / "asked"; }
  [[nodiscard]] std::string text_of(const std::filesystem::path& path) const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& name) {
    sheet_.ui().say_written(folder_.path() / name);
    sheet_.draw(window);
  }
  bool waits() {
    const Activity of = sheet_.features().of<Notices>().activity(sheet_.window());
    return of.due_s && *of.due_s < sheet_.ui().now_s + 1;
  }

  testing::TemporaryFolder folder_;
  testing::NotedOpener desktop_{folder_.path()};
  testing::SetVariable path_{"PATH", desktop_.bin()};
  testing::SetVariable bus_{"DBUS_SESSION_BUS_ADDRESS", ""};
  testing::SetVariable runtime_{"XDG_RUNTIME_DIR", folder_.path()};
  SheetWindow sheet_;
};

TEST_F(WrittenFiles, AreSaidOverWhateverIsOpen) {
  sheet_.features().of<KeysFeature>().open(sheet_.window());
  sheet_.ui().say_written(folder_.path() / "graph-001.svg");
  sheet_.draw(window);
  std::string last;  // of those that are drawn
  for (const ImGuiWindow* each : GImGui->Windows) {
    if (each->WasActive && !each->Hidden) last = each->Name;
  }
  EXPECT_EQ(last, "##toasts");
}

ImRect rect_of_window(const char* window_name) {
  return ImGui::FindWindowByName(window_name)->Rect();
}

/// The names of the windows of ImGui that are shown, without children.
std::set<std::string> shown_windows() {
  std::set<std::string> out;
  for (const ImGuiWindow* each : GImGui->Windows) {
    if (each->WasActive && !each->Hidden && each->ParentWindow == nullptr) out.emplace(each->Name);
  }
  return out;
}

/// Says messages with a button and without, one of them of several lines, and looks at every page in every size.
void look_for_hidden_pages(double text_size) {
  SheetWindow sheet(text_size);
  sheet.choose(find_workload(catalog(), "heat"));
  Settings other = sheet.model().settings();
  other.problem.parameters["fourier"] = 0.1;
  sheet.features().of<MovieFeature>().take_recorded({sheet.model().settings(), other});
  sheet.ui().toasts.clear();
  sheet.ui().fail("a message of more than one line: " + std::string(160, 'w'));
  sheet.ui().say("Copied: the command line");
  sheet.ui().say_written("/home/somebody/Pictures/graph-001.svg");
  std::set<std::string> usual;
  for (const Size size : windows) {
    sheet.draw(size);
    usual.merge(shown_windows());
  }
  for (const Action opened :
       {action::toggle_poster, action::toggle_movie, action::toggle_queue, action::toggle_bench,
        action::toggle_variants, action::toggle_sweep, action::toggle_tune, action::toggle_study,
        action::toggle_lessons, action::toggle_own, action::toggle_source, action::toggle_views, action::toggle_lens,
        action::toggle_keys, action::search, action::open, action::welcome}) {
    sheet.features().toggle(opened, sheet.window());
    for (const Size size : windows) {
      sheet.draw(size);
      const ImRect messages = ImGui::FindWindowByName("##toasts")->Rect();
      EXPECT_TRUE(messages.Min.y >= 0 && messages.Max.y <= static_cast<float>(size.height));
      std::set<std::string> pages = shown_windows();
      std::erase_if(pages, [&](const std::string& each) { return usual.contains(each); });
      EXPECT_FALSE(pages.empty()) << opened.id() << " at " << name_of(size);
      for (const std::string& each : pages) {
        EXPECT_FALSE(messages.Overlaps(ImGui::FindWindowByName(each.c_str())->Rect()))
            << each << " at " << name_of(size) << " in text of " << text_size;
      }
    }
    sheet.features().close_top();
    sheet.draw(windows[0]);  // the doors open only where nothing else is
  }
}

TEST(Messages, HideNoPartOfAnOpenPage) {
  for (const double text_size : {1.0, 2.0}) look_for_hidden_pages(text_size);
}

/// A page at the picture's lower edge takes the place that messages have else, and gives way to them.
void look_for_hidden_graphs(double text_size) {
  SheetWindow sheet(text_size);
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  for (const bool beside_page : {false, true}) {
    if (beside_page) sheet.features().toggle(action::welcome, sheet.window());
    for (const int count : {1, 3}) {
      sheet.ui().toasts.clear();
      for (int i = 0; i < count; ++i)
        sheet.ui().fail("server: the link is lost; it is tried again in " + name_of({i, i}));
      for (const Size size : windows) {
        sheet.draw(size);
        const std::string where = fmt::format("{} messages at {} in text of {}", count, name_of(size), text_size);
        const ImRect messages = rect_of_window("##toasts");
        const PictureArea& picture = sheet.view().area;
        EXPECT_LE(messages.Max.y, static_cast<float>(picture.y + picture.size.height)) << where;
        const bool hides_page = beside_page && messages.Overlaps(rect_of_window("##welcome"));
        EXPECT_FALSE(hides_page) << where;
      }
    }
  }
}

TEST(Messages, LieOverNoGraph) {
  for (const double text_size : {1.0, 1.5, 2.0}) look_for_hidden_graphs(text_size);
}

constexpr int narrow_message = 5;  ///< words, which are one line beside a page
constexpr int wide_message = 150;  ///< words, which are several lines of all of the window's width

/// A window with a page, and messages that come and go below it.
class PagesAndMessages : public ::testing::Test {
 protected:
  PagesAndMessages() { sheet_.choose(find_workload(catalog(), "heat")); }
  ImRect opened(Action action, const char* page) {
    sheet_.ui().toasts.clear();
    sheet_.features().toggle(action, sheet_.window());
    sheet_.draw(window);
    return rect_of_window(page);
  }
  /// Returns the page's place once messages are there: four, each of so many words.
  ImRect with_messages(int words, const char* page) {
    for (const std::string word : {"one", "two", "three", "four"}) {
      std::string text = word;
      for (int i = 1; i < words; ++i) text += ' ' + word;
      sheet_.ui().say(text);
    }
    sheet_.draw(window);
    return rect_of_window(page);
  }
  ImRect without_messages(const char* page) {
    sheet_.ui().toasts.clear();
    sheet_.draw(window);
    return rect_of_window(page);
  }
  static void expect_same(const ImRect& one, const ImRect& other) {
    EXPECT_EQ(one.Min.x, other.Min.x);
    EXPECT_EQ(one.Min.y, other.Min.y);
    EXPECT_EQ(one.Max.x, other.Max.x);
    EXPECT_EQ(one.Max.y, other.Max.y);
  }

  SheetWindow sheet_{1};
};

TEST_F(PagesAndMessages, APageThatIsNotCoveredKeepsItsPlace) {
  const ImRect before = opened(action::toggle_queue, "##queue");
  const ImRect meanwhile = with_messages(narrow_message, "##queue");
  ASSERT_GT(rect_of_window("##toasts").GetHeight(), 3 * ImGui::GetFontSize());
  expect_same(before, meanwhile);
  expect_same(before, without_messages("##queue"));
}

TEST_F(PagesAndMessages, APageMovesUpOnlyAsFarAsItMustAndStaysThere) {
  const ImRect before = opened(action::toggle_own, "##own");
  const ImRect meanwhile = with_messages(wide_message, "##own");
  const ImRect messages = rect_of_window("##toasts");
  ASSERT_LT(messages.Min.y, before.Max.y) << "they would cover it";
  EXPECT_LT(meanwhile.Min.y, before.Min.y);
  EXPECT_LE(meanwhile.Max.y, messages.Min.y);
  EXPECT_GT(meanwhile.Max.y, messages.Min.y - 2 * ImGui::GetFontSize()) << "no further";
  expect_same(meanwhile, without_messages("##own"));
  expect_same(meanwhile, with_messages(narrow_message, "##own"));
  sheet_.features().close_top();
  sheet_.draw(window);
  expect_same(before, opened(action::toggle_own, "##own"));
}

TEST_F(PagesAndMessages, APageAsHighAsTheRoomIsLessHighMeanwhileAndUntilItIsClosed) {
  const ImRect before = opened(action::toggle_bench, "##bench");
  const ImRect meanwhile = with_messages(wide_message, "##bench");
  EXPECT_EQ(meanwhile.Min.y, before.Min.y);
  EXPECT_LE(meanwhile.Max.y, rect_of_window("##toasts").Min.y);
  expect_same(meanwhile, without_messages("##bench"));
}

TEST_F(PagesAndMessages, APageTakesItsPlaceAnewInALessHighWindow) {
  constexpr Size high{1280, 1440};
  opened(action::toggle_bench, "##bench");
  const ImRect meanwhile = with_messages(10 * wide_message, "##bench");
  sheet_.draw(high);
  const float left = static_cast<float>(high.height) - rect_of_window("##bench").Max.y;
  ASSERT_GT(left, static_cast<float>(window.height) / 2) << "more than there may be in the less high window";
  sheet_.draw(window);
  expect_same(meanwhile, rect_of_window("##bench"));
  expect_same(meanwhile, without_messages("##bench"));
}

/// After a minute ImGui frees what a window that is not drawn has kept.
TEST_F(PagesAndMessages, APageOpensAgainLongAfterItWasClosed) {
  const ImRect before = opened(action::toggle_bench, "##bench");
  sheet_.features().close_top();
  ImGui::GetIO().ConfigMemoryCompactTimer = 0;
  for (int i = 0; i < 3; ++i) sheet_.draw(window);
  ASSERT_TRUE(ImGui::FindWindowByName("##bench")->MemoryCompacted);
  expect_same(before, opened(action::toggle_bench, "##bench"));
}

TEST_F(WrittenFiles, AreDrawnBelowAnOpenMenu) {
  ASSERT_NO_FATAL_FAILURE(click("Menu"));
  ASSERT_GT(GImGui->OpenPopupStack.Size, 0);
  write("graph-001.svg");
  std::vector<const ImGuiWindow*> order;
  for (const ImGuiWindow* each : GImGui->Windows) order.push_back(each);
  ASSERT_GT(GImGui->OpenPopupStack.Size, 0) << "it is open still";
  const auto menu = std::ranges::find(order, GImGui->OpenPopupStack.back().Window);
  const auto messages = std::ranges::find(order, ImGui::FindWindowByName("##toasts"));
  ASSERT_NE(menu, order.end());
  ASSERT_NE(messages, order.end());
  EXPECT_LT(messages, menu) << "what is drawn later covers what is drawn before";
}

TEST_F(WrittenFiles, AreShownInTheirFolder) {
  sheet_.ui().say_written(folder_.path() / "graph-001.svg");
  sheet_.draw(window);
  ASSERT_NO_FATAL_FAILURE(click("Show in folder"));
  EXPECT_TRUE(comes_true([&] { return desktop_.opened() == folder_.path().string(); })) << desktop_.opened();
}

TEST_F(WrittenFiles, AreSelectedWhereAFileManagerCanBeAsked) {
  for (const char* bus : {"gdbus", "dbus-send"}) {  // the second goes before the first
    put(bus, 0);
    write(std::string("a graph, of ") + bus + ".svg");
    const ActionEntry& entry = sheet_.features().table().of(Action("show_in_folder"));
    entry.act(sheet_.window());
    const std::string uri = "file://" + folder_.path().string() + "/a%20graph%2C%20of%20" + bus + ".svg";
    EXPECT_TRUE(comes_true([&] { return text_of(asked()).find(uri) != std::string::npos; })) << text_of(asked());
    EXPECT_NE(text_of(asked()).find("org.freedesktop.FileManager1.ShowItems"), std::string::npos);
    EXPECT_TRUE(waits()) << "the window looks whether it was shown";
    EXPECT_TRUE(comes_true([&] {
      sheet_.draw(window);
      return !waits();
    }));
  }
  EXPECT_FALSE(std::filesystem::exists(desktop_.noted())) << "nothing else is opened";
}

TEST_F(WrittenFiles, TheFolderIsOpenedWhereNoFileManagerAnswers) {
  put("dbus-send", 1);
  write("graph-001.svg");
  sheet_.features().table().of(Action("show_in_folder")).act(sheet_.window());
  EXPECT_TRUE(comes_true([&] {
    sheet_.draw(window);
    return desktop_.opened() == folder_.path().string();
  })) << desktop_.opened();
  EXPECT_NE(text_of(asked()).find("ShowItems"), std::string::npos) << "it was asked first";
}

TEST_F(WrittenFiles, OtherMessagesHaveNoButton) {
  sheet_.ui().say("Copied: the command line");
  sheet_.draw(window);
  const std::vector<DrawnWords> all = drawn_words();
  EXPECT_EQ(find(all, "Show in folder"), nullptr);
  const ActionEntry& entry = sheet_.features().table().of(Action("show_in_folder"));
  EXPECT_EQ(why_not(entry, sheet_.window()), "no file has been written yet");
}

TEST_F(WrittenFiles, SayWhyTheFolderIsNotShown) {
  desktop_.remove();
  sheet_.ui().say_written(folder_.path() / "graph-001.svg");
  sheet_.draw(window);
  ASSERT_NO_FATAL_FAILURE(click("Show in folder"));
  const auto& all = sheet_.ui().toasts.all();
  EXPECT_TRUE(std::ranges::any_of(all, [](const Toast& each) {
    return each.failure && each.text.starts_with("it cannot be opened: xdg-open is not installed; the file is ");
  }));
}

}  // namespace
}  // namespace heteroscope
