// The real program with a note of what it shows: whenever it brings a frame to the screen, each of the words in it with
// its place, in the file that HETEROSCOPE_WORDS names. Tests click a control by its name.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/watched/drawn_words.hpp"

namespace {

/// A line for each of the words: left, top, right and bottom in the screen's pixels, the color, the window and the
/// text, with tabs between.
std::string words_text() {
  std::string out;
  if (ImGui::GetCurrentContext() == nullptr || ImGui::GetDrawData() == nullptr) return out;
  for (const heteroscope::DrawnWords& each : heteroscope::drawn_words()) {
    out += fmt::format("{:.0f}\t{:.0f}\t{:.0f}\t{:.0f}\t{}\t{}\t{}\n", each.low.x, each.low.y, each.high.x, each.high.y,
                       each.color, each.window, each.text);
  }
  return out;
}

void note_words() {
  static const char* const file = std::getenv("HETEROSCOPE_WORDS");
  static std::string noted;
  if (file == nullptr) return;
  std::string now = words_text();
  if (now == noted) return;
  noted = std::move(now);
  const std::string begun = std::string(file) + ".new";
  std::ofstream(begun) << noted;
  std::error_code failed;  // the folder may be gone with its test
  std::filesystem::rename(begun, file, failed);
}

}  // namespace

extern "C" {
void __real_glfwSwapBuffers(GLFWwindow* window);   // NOLINT(bugprone-reserved-identifier): the linker's names
void __wrap_glfwSwapBuffers(GLFWwindow* window) {  // NOLINT(bugprone-reserved-identifier)
  __real_glfwSwapBuffers(window);
  note_words();
}
}
