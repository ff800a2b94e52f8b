#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

using std::chrono::seconds;

/// Polls until the condition holds. False if it did not within the time.
bool wait_for(const std::function<bool()>& condition, seconds longest = seconds(60));

/// The program's output and how it ended.
struct Ended {
  int code = -1;
  std::string output;
};

/// Words that the program shows, and where they are on the screen.
struct ShownWords {
  int left = 0, top = 0, right = 0, bottom = 0;  ///< in pixels
  std::uint32_t color = 0;                       ///< as ImGui has it
  std::string window;                            ///< ImGui's name of the window that they are in
  std::string text;
  bool operator==(const ShownWords&) const = default;
  /// The control that they name takes clicks: what does not is drawn fainter.
  [[nodiscard]] bool enabled() const { return color >> 24 > 200; }
  [[nodiscard]] int x() const { return (left + right) / 2; }
  [[nodiscard]] int y() const { return (top + bottom) / 2; }
};

/// A virtual display with the program in it, driven by xdotool as by a user. Everything that the program writes goes
/// into a temporary folder of its own.
class DrivenProgram {
 public:
  DrivenProgram();
  ~DrivenProgram();
  DrivenProgram(const DrivenProgram&) = delete;
  DrivenProgram& operator=(const DrivenProgram&) = delete;

  /// Why no window can be driven here; empty if one can.
  static std::string unavailable();

  /// Gives the display's keyboard another layout, as setxkbmap names it: {"us", "dvorak"}. Why that cannot be done
  /// here; empty if it is.
  std::string lay_out_keyboard(const std::vector<std::string>& layout);
  /// ":7".
  [[nodiscard]] const std::string& display() const { return display_; }
  /// Stops the display, as if it hung: it answers nothing.
  void stop_display() const;
  /// Another program than the real one, which counts its frames and notes what it shows (tests/watched/).
  void use(std::string program) {
    path_ = std::move(program);
    watched_ = true;
  }
  /// A variable in its environment.
  void set(std::string variable, std::string value) { variables_ = {{std::move(variable), std::move(value)}}; }
  /// As at a first start: with the doors, which other tests have behind them.
  void show_doors() { doors_ = true; }
  /// Starts the program and gives its window the keyboard. False if no window appeared.
  bool start(const std::vector<std::string>& arguments = {});
  /// Once its window is gone and there is another: gives that the keyboard.
  bool focus_new_window();
  /// Sends the program a signal.
  void signal(int number);
  /// Ends the display under the program.
  void end_display();
  /// Waits for the program's end.
  std::optional<Ended> wait_end(seconds longest = seconds(60));
  [[nodiscard]] bool running();
  [[nodiscard]] pid_t process() const { return program_; }
  /// Processor time that the program has taken so far.
  [[nodiscard]] double cpu_seconds() const;
  /// Memory of its own that the program holds, MiB.
  [[nodiscard]] double resident_mib() const;
  /// The same of each process that it has started, and of those that these have.
  [[nodiscard]] std::vector<double> resident_mib_of_started() const;
  /// What the program and the display said, for a failure's message.
  [[nodiscard]] std::string words() const;

  /// Waits until the program has drawn so many frames more, if it counts them. Whatever is done or looked at after a
  /// key, a click or a move waits by itself until that is seen in the window.
  void draw_frames(int frames);

  void key(const std::string& keys);
  void type(const std::string& text);
  void move(int x, int y);
  /// xdotool's numbers: 1 left, 2 middle, 4 wheel up, 5 wheel down.
  void click(int button, int times = 1);
  void press(int button);
  void release(int button);
  void hold(const std::string& key);
  void let_go(const std::string& key);
  /// Several of xdotool's commands at once.
  void gesture(const std::vector<std::string>& commands) { by_hand(commands); }
  /// As from a file manager. False if the window has not taken it.
  bool drop(const std::filesystem::path& file);
  void resize(Size size);
  void drag(int button, int from_x, int from_y, int to_x, int to_y);

  /// Ctrl+E, and the settings inside the PNG that comes of it. Nothing if none came.
  std::optional<Settings> exported(seconds longest = seconds(60));
  /// Files in the export folder whose names end so, sorted.
  [[nodiscard]] std::vector<std::filesystem::path> exports(const std::string& extension) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path memory() const { return folder_ / "config" / "heteroscope" / "window.json"; }

  /// What was on the screen last, in the program that notes it.
  [[nodiscard]] std::vector<ShownWords> shown();

  /// Red, green and blue of the screen's pixel.
  [[nodiscard]] std::array<int, 3> pixel(int x, int y);

 private:
  std::string find_window();
  bool focus_window();
  void xdotool(const std::vector<std::string>& arguments);
  /// The same as a hand does it: once what was done before is seen.
  void by_hand(const std::vector<std::string>& arguments);
  /// Waits until what was done is seen.
  void see();

  std::string path_ = HETEROSCOPE_PROGRAM;
  std::vector<std::pair<std::string, std::string>> variables_;
  std::filesystem::path folder_;
  std::string display_;
  bool doors_ = false;
  bool watched_ = false;
  bool touched_ = false;  ///< the window, since frames were last waited for
  int frames_ = -1;       ///< the socket through which the program is asked for frames
  bool stuck_ = false;    ///< it was asked, and drew none
  std::string window_;
  pid_t server_ = -1;
  pid_t program_ = -1;
  int status_ = 0;
};

}  // namespace heteroscope
