#include "tests/window/driven_program.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <thread>

#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/window/drop.hpp"
#include "tests/window/started_process.hpp"

namespace heteroscope {
namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return false;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// ":7" from the line that is a number; the server's other words stand around it.
std::string display_in(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    const bool number = std::ranges::all_of(line, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!line.empty() && number) return ":" + line;
  }
  return {};
}

}  // namespace

bool wait_for(const std::function<bool()>& condition, seconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  return true;
}

std::string DrivenProgram::unavailable() {
  for (const char* program : {"Xvfb", "xdotool"}) {
    if (!on_path(program)) return std::string(program) + " is not installed";
  }
  return {};
}

DrivenProgram::DrivenProgram() {
  std::string name = (std::filesystem::temp_directory_path() / "heteroscope-window-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return;
  folder_ = name;
  std::filesystem::create_directories(folder_ / "out");
  std::filesystem::create_directories(folder_ / "screen");
  // The server picks a free display by itself and tells its number; its screen can be read from a file.
  server_ = start_process({"Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset",
                           "-fbdir", (folder_ / "screen").string()},
                          {}, folder_ / "display");
  wait_for([&] {
    display_ = display_in(text_of_file(folder_ / "display"));
    return !display_.empty();
  });
}

DrivenProgram::~DrivenProgram() {
  if (frames_ >= 0) close(frames_);
  stop_process(program_);
  stop_process(server_);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void DrivenProgram::xdotool(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"xdotool"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const pid_t process = start_process(command, {{"DISPLAY", display_}}, folder_ / "xdotool");
  waitpid(process, nullptr, 0);
}

void DrivenProgram::by_hand(const std::vector<std::string>& arguments) {
  see();
  touched_ = true;
  xdotool(arguments);
}

void DrivenProgram::see() {
  // The first of these frames may have begun before what was done; the others show it, and what opens with it has its
  // place and the keyboard.
  constexpr int frames_until_seen = 4;
  if (std::exchange(touched_, false)) draw_frames(frames_until_seen);
}

void DrivenProgram::draw_frames(int frames) {
  if (frames_ < 0) return;
  const auto number = static_cast<unsigned char>(frames);
  if (send(frames_, &number, 1, MSG_NOSIGNAL) != 1) return;  // it has ended
  pollfd answer{.fd = frames_, .events = POLLIN, .revents = 0};
  constexpr int longest_ms = 60'000;
  stuck_ = poll(&answer, 1, longest_ms) == 0;
  unsigned char drawn = 0;
  if (!stuck_ && recv(frames_, &drawn, 1, 0) == 1) return;
  close(std::exchange(frames_, -1));  // it ends, or draws nothing: it is not waited for again
}

std::string DrivenProgram::lay_out_keyboard(const std::vector<std::string>& layout) {
  if (!on_path("setxkbmap")) return "setxkbmap is not installed";
  std::vector<std::string> command{"setxkbmap", "-display", display_};
  command.insert(command.end(), layout.begin(), layout.end());
  int status = 0;
  waitpid(start_process(command, {}, folder_ / "setxkbmap"), &status, 0);
  return status == 0 ? std::string() : "setxkbmap does not know the layout: " + text_of_file(folder_ / "setxkbmap");
}

void DrivenProgram::stop_display() const {
  kill(server_, SIGSTOP);
}

bool DrivenProgram::start(const std::vector<std::string>& arguments) {
  // OpenGL drivers leak a little at their end, which would be the program's exit code under a sanitizer.
  const char* sanitizer = std::getenv("ASAN_OPTIONS");
  const std::string no_leaks = (sanitizer == nullptr ? "" : std::string(sanitizer) + ":") + "detect_leaks=0";
  std::vector<std::string> command{path_};
  // all windows at once can be told to bring results to the screen in one way
  if (const char* way = std::getenv("HETEROSCOPE_TEST_DISPLAY"); way != nullptr && *way != '\0')
    command.insert(command.end(), {"--display", way});
  command.insert(command.end(), arguments.begin(), arguments.end());
  Variables variables = variables_;
  const Variables own{{"DISPLAY", display_},
                      {"WAYLAND_DISPLAY", ""},
                      {"ASAN_OPTIONS", no_leaks},
                      {"HOME", folder_.string()},
                      {"XDG_CONFIG_HOME", (folder_ / "config").string()},
                      {"HETEROSCOPE_EXPORT_DIR", (folder_ / "out").string()},
                      {"HETEROSCOPE_WORDS", (folder_ / "words").string()}};
  variables.insert(variables.end(), own.begin(), own.end());
  // the doors of a first start would lie over what is clicked
  const std::filesystem::path memory = folder_ / "config" / "heteroscope" / "window.json";
  if (!doors_ && !std::filesystem::exists(memory)) {
    std::error_code in_the_way;  // some tests put something else there
    std::filesystem::create_directories(memory.parent_path(), in_the_way);
    std::ofstream(memory) << R"({"heteroscope_window": 1, "window": {"welcome": false}})";
  }
  std::array<int, 2> frames{-1, -1};
  if (frames_ >= 0) close(std::exchange(frames_, -1));
  if (watched_ && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, frames.data()) == 0) {
    variables.emplace_back("HETEROSCOPE_FRAMES", std::to_string(frames[1]));
  }
  program_ = start_process(command, variables, folder_ / "output", frames[1]);
  if (frames[1] >= 0) close(frames[1]);
  frames_ = frames[0];
  touched_ = true;
  return focus_window();
}

std::string DrivenProgram::find_window() {
  xdotool({"search", "--onlyvisible", "--class", "heteroscope"});
  const std::string found = text_of_file(folder_ / "xdotool");
  return found.substr(0, found.find('\n'));
}

bool DrivenProgram::focus_new_window() {
  // it may have the number of the one before
  return wait_for([&] { return find_window().empty(); }) && focus_window();
}

bool DrivenProgram::focus_window() {
  wait_for([&] {
    window_ = find_window();
    return !window_.empty() || !running();
  });
  if (window_.empty()) return false;
  // there is no window manager that would do it
  return wait_for([&] {
    xdotool({"windowfocus", window_});
    xdotool({"getwindowfocus"});
    return text_of_file(folder_ / "xdotool").starts_with(window_);
  });
}

double DrivenProgram::cpu_seconds() const {
  return cpu_seconds_of(program_);
}

double DrivenProgram::resident_mib() const {
  return resident_mib_of(program_);
}

std::vector<double> DrivenProgram::resident_mib_of_started() const {
  std::vector<pid_t> started{program_};
  for (std::size_t i = 0; i < started.size(); ++i) add_children(started[i], started);
  std::vector<double> out;
  for (const pid_t each : std::span(started).subspan(1)) out.push_back(resident_mib_of(each));
  return out;
}

void DrivenProgram::signal(int number) {
  if (program_ > 0) kill(program_, number);
}

void DrivenProgram::end_display() {
  stop_process(server_);
  server_ = -1;
}

bool DrivenProgram::running() {
  if (program_ > 0 && waitpid(program_, &status_, WNOHANG) == program_) program_ = -1;
  return program_ > 0;
}

std::optional<Ended> DrivenProgram::wait_end(seconds longest) {
  if (!wait_for([&] { return !running(); }, longest)) return std::nullopt;
  return Ended{WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_), text_of_file(folder_ / "output")};
}

std::string DrivenProgram::words() const {
  return (stuck_ ? "It drew no frame for a minute.\n" : "") + ("program: " + text_of_file(folder_ / "output")) +
         "\ndisplay " + display_ + ": " + text_of_file(folder_ / "display");
}

void DrivenProgram::key(const std::string& keys) {
  by_hand({"key", keys});
}
void DrivenProgram::type(const std::string& text) {
  by_hand({"type", text});
}
void DrivenProgram::move(int x, int y) {
  by_hand({"mousemove", std::to_string(x), std::to_string(y)});
}
void DrivenProgram::click(int button, int times) {
  by_hand({"click", "--repeat", std::to_string(times), "--delay", "40", std::to_string(button)});
}
void DrivenProgram::press(int button) {
  by_hand({"mousedown", std::to_string(button)});
}
void DrivenProgram::release(int button) {
  by_hand({"mouseup", std::to_string(button)});
}
void DrivenProgram::hold(const std::string& name) {
  by_hand({"keydown", name});
}
void DrivenProgram::let_go(const std::string& name) {
  by_hand({"keyup", name});
}

void DrivenProgram::resize(Size size) {
  by_hand({"windowsize", window_, std::to_string(size.width), std::to_string(size.height)});
}

bool DrivenProgram::drop(const std::filesystem::path& file) {
  see();
  touched_ = true;
  return drop_file(display_, std::stoul(window_), file);
}

void DrivenProgram::drag(int button, int from_x, int from_y, int to_x, int to_y) {
  move(from_x, from_y);
  press(button);
  for (int step = 1; step <= 4; ++step) {
    move(from_x + (to_x - from_x) * step / 4, from_y + (to_y - from_y) * step / 4);
  }
  release(button);
}

std::vector<std::filesystem::path> DrivenProgram::exports(const std::string& extension) const {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out")) {
    if (entry.path().extension() == extension) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

std::optional<Settings> DrivenProgram::exported(seconds longest) {
  const auto before = exports(".png");
  key("ctrl+e");
  std::optional<std::filesystem::path> written;
  const auto came = [&] {
    for (const auto& each : exports(".png")) {
      if (!std::ranges::binary_search(before, each)) written = each;
    }
    return written || !running();
  };
  wait_for(came, longest);
  if (!written) return std::nullopt;
  return load_settings(*written, catalog());
}

std::vector<ShownWords> DrivenProgram::shown() {
  see();
  std::vector<ShownWords> out;
  std::ifstream file(folder_ / "words");
  for (ShownWords each; file >> each.left >> each.top >> each.right >> each.bottom >> each.color;) {
    file.get();
    std::getline(file, each.window, '\t');
    std::getline(file, each.text);
    out.push_back(each);
  }
  return out;
}

std::array<int, 3> DrivenProgram::pixel(int x, int y) {
  see();
  // An XWD file: big-endian header of 25 words (size, ..., bytes per line, ..., colors), color table, then the pixels.
  std::ifstream file(folder_ / "screen" / "Xvfb_screen0", std::ios::binary);
  const auto bytes_at = [&](std::size_t offset) {
    std::array<unsigned char, 4> bytes{};
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    return bytes;
  };
  const auto word = [&](std::size_t index) {
    const auto bytes = bytes_at(index * 4);
    return std::size_t{bytes[0]} << 24 | std::size_t{bytes[1]} << 16 | std::size_t{bytes[2]} << 8 | bytes[3];
  };
  constexpr std::size_t bytes_a_color = 12;
  const std::size_t at =
      word(0) + word(19) * bytes_a_color + word(12) * static_cast<std::size_t>(y) + 4 * static_cast<std::size_t>(x);
  const auto bytes = bytes_at(at);
  return {bytes[2], bytes[1], bytes[0]};
}

}  // namespace heteroscope
