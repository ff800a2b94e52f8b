// The real program with a note of what it shows: whenever it brings a frame to the screen, each of the words in it with
// its place, in the file that HETEROSCOPE_WORDS names. Tests click a control by its name. And it draws frames when it
// is asked to: HETEROSCOPE_FRAMES is the number of an open socket; a byte from there asks for as many frames, and is
// sent back once they have come to the screen and ImGui has taken all input that there was before them.
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/completion.hpp"
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

/// Counts frames, and draws those that are asked for. It is there until the program's end.
class Frames {
 public:
  explicit Frames(int socket) {
    std::thread([this, socket] { serve(socket); }).detach();
  }

  void count() {
    {
      const std::lock_guard lock(mutex_);
      ++drawn_;
      pending_ = heteroscope::input_is_pending();
    }
    changed_.notify_one();
  }

 private:
  void serve(int socket) {
    unsigned char asked = 0;
    while (recv(socket, &asked, 1, 0) == 1) {
      bool pending = true;
      while (pending) {
        pending = false;
        for (int i = 0; i < asked; ++i) pending |= draw_one();
      }
      if (send(socket, &asked, 1, MSG_NOSIGNAL) != 1) return;
    }
  }
  /// Returns whether there was input left for later frames.
  bool draw_one() {
    std::unique_lock lock(mutex_);
    const auto before = drawn_;
    lock.unlock();
    heteroscope::announce_completion();  // which the window answers with a frame
    lock.lock();
    changed_.wait(lock, [&] { return drawn_ != before; });
    return pending_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned long drawn_ = 0;
  bool pending_ = false;  ///< after the last frame
};

void count_frame() {
  static const char* const socket = std::getenv("HETEROSCOPE_FRAMES");
  if (socket == nullptr) return;
  static Frames* const frames = new Frames(std::atoi(socket));  // its thread may outlive what is destroyed at the end
  frames->count();
}

}  // namespace

extern "C" {
void __real_glfwSwapBuffers(GLFWwindow* window);   // NOLINT(bugprone-reserved-identifier): the linker's names
void __wrap_glfwSwapBuffers(GLFWwindow* window) {  // NOLINT(bugprone-reserved-identifier)
  __real_glfwSwapBuffers(window);
  note_words();
  count_frame();
}
}
