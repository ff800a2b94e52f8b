// The page of a class in the real program: answers are dropped on the window, and the page is opened.
#include <fstream>

#include "app/lessons/answers.hpp"
#include "core/io/file.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class LessonWindow : public DrivenWindow {
 protected:
  std::filesystem::path answers_of(const std::string& name, std::size_t predicted) {
    const Explained question{
        .ask = "Which?", .choices = {"a", "b"}, .predicted = predicted, .measured = 1, .said = {"Because."}};
    const Answers answers{.name = name,
                          .lessons = {{.id = "own", .title = "Mine", .questions = {question}, .measured = {}}}};
    const auto out = program().folder() / (name + ".json");
    std::ofstream(out) << answers_json(answers);
    return out;
  }
};

TEST_F(LessonWindow, DroppedAnswersBecomeThePageOfAClass) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const testing::NotedOpener desktop = put_opener();
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_TRUE(program().drop(answers_of("Anna", 0)));
  ASSERT_TRUE(words("Answers of Anna", "##lessons")) << program().words();
  ASSERT_TRUE(program().drop(answers_of("Ben", 1)));
  ASSERT_TRUE(words("Answers of Anna, Ben", "##lessons")) << program().words();
  ASSERT_TRUE(click_words("Page of the class", "##lessons")) << program().words();
  ASSERT_TRUE(wait_for([&] { return !program().exports(".html").empty(); })) << program().words();
  const std::filesystem::path page = program().exports(".html").front();
  EXPECT_TRUE(wait_for([&] { return desktop.opened() == page.string(); })) << desktop.opened();
  const std::string text = read_text(page, 1 << 20);
  EXPECT_NE(text.find("<td>Anna</td><td>a</td><td>b</td><td>no</td>"), std::string::npos);
  EXPECT_NE(text.find("<td>Ben</td><td>b</td><td>b</td><td>yes</td>"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
