#include "core/serving/kept_runs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/io/base_folder.hpp"
#include "core/io/file.hpp"
#include "core/io/file_lock.hpp"
#include "core/io/private_folder.hpp"
#include "core/io/sha256.hpp"
#include "core/link/files_there.hpp"
#include "core/link/hello.hpp"
#include "core/process/proc_stat.hpp"
#include "core/process/process_start.hpp"
#include "core/serving/confinement.hpp"
#include "core/serving/run_keeper.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

/// When a file was written; nothing of one that is not there.
std::optional<fs::file_time_type> written(const fs::path& file) {
  std::error_code gone;
  const fs::file_time_type out = fs::last_write_time(file, gone);
  return gone ? std::nullopt : std::optional(out);
}

std::chrono::duration<double> since(fs::file_time_type time) {
  return fs::file_time_type::clock::now() - time;
}

/// What a file of notes has at most, and from its making on: a note needs no more room on the disk.
constexpr std::size_t longest_note = 48;

/// Writes a line over the blanks of such a file. Throws BadInput.
void write_over(const fs::path& path, const std::string& note) {
  const std::string line = note + '\n';
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open() || ::pwrite(file.get(), line.data(), line.size(), 0) != static_cast<ssize_t>(line.size()))
    throw BadInput(fmt::format("cannot write {}: {}", path.string(), reason_of(errno)));
}

/// The numbers in the line of such a file; none: nothing whole has been written yet.
std::vector<std::int64_t> noted_numbers(const fs::path& path) {
  std::string text;
  if (attempt([&] { text = read_text(path, longest_note); })) return {};
  std::istringstream line(text.substr(0, text.find('\n')));
  std::vector<std::int64_t> out;
  for (std::int64_t each = 0; text.find('\n') != text.npos && line >> each;) out.push_back(each);
  return out;
}

/// The beginning of its name's SHA-256: paths below it stay short enough to be shown.
std::string word_for_this_machine() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) name = {};
  constexpr std::size_t digits = 8;
  return sha256(name.data()).substr(0, digits);
}

/// Throws BadInput for what no asking process writes: nothing is written, and nothing read, beside the run's folder.
void check(const RunRequest& request) {
  const bool right = is_run_name(request.run) && request.outputs.size() <= most_run_outputs &&
                     request.inputs.size() <= FilesThere::most_kept &&
                     std::ranges::all_of(request.outputs, is_run_file_name) &&
                     std::ranges::all_of(request.inputs, is_run_file_name, &SentFile::name);
  if (!right) throw WireReader::damaged();
}

/// Makes a folder, and those that lead to it. Throws BadInput.
void make_folders(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw BadInput(fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
}

/// Throws BadInput.
void copy_received(const fs::path& file, const fs::path& to) {
  std::error_code failed;
  fs::copy_file(file, to, failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", to.string(), failed.message()));
}

/// Starts the keeper of a run, which inherits the lock as its standard input. What it has to say stands with what the
/// command says.
pid_t start_keeper(const RunFolder& run, const Descriptor& lock) {
  const Descriptor error = open_stream(run.error());
  ProcessStart start(ProcessStart::Apart::session);
  start.connect(lock.get(), STDIN_FILENO);
  start.connect(error.get(), STDERR_FILENO);
  pid_t out = -1;
  const LimitsLifted lifted;
  if (const int failed = start.run(out, keeper_words(run.path())); failed != 0)
    throw BadInput(fmt::format("the command cannot be started: {}", reason_of(failed)));
  return out;
}

}  // namespace

RunRequest RunFolder::command() const {
  constexpr std::size_t largest = std::size_t{1} << 20;
  const std::vector<std::byte> bytes = read_file(request(), largest);
  WireReader wire({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  std::uint32_t protocol = 0;
  wire(protocol);
  if (protocol != Hello::present_protocol) throw WireReader::damaged();
  RunRequest out;
  wire(out);
  wire.finish();
  return out;
}

Descriptor RunFolder::fill(const RunRequest& request, const ReceivedFiles& received) const {
  if (::mkdir(path_.c_str(), S_IRWXU) != 0)
    throw BadInput(fmt::format("cannot make the folder {}: {}", path_.string(), reason_of(errno)));
  Descriptor held = lock_of(lock(), path_);
  if (!held.is_open()) {
    throw BadInput(
        fmt::format("a run cannot be saved in {}: its file system does not support file locks; set XDG_CACHE_HOME to a "
                    "folder on one that does",
                    path_.string()));
  }
  make_folders(files());
  for (const SentFile& each : request.inputs) {
    make_folders((files() / each.name).parent_path());
    copy_received(received.find(each.content), files() / each.name);
  }
  for (const std::string& each : request.outputs) make_folders((files() / each).parent_path());
  for (const fs::path& each : {out(), error(), followed()}) write_scratch_file(each, {});
  for (const fs::path& each : {process(), interrupted(), end()})
    write_scratch_file(each, std::string(longest_note, ' '));
  WireWriter wire;
  wire(std::uint32_t{Hello::present_protocol},
       RunRequest{.run = request.run, .words = request.words, .inputs = {}, .outputs = request.outputs});
  write_file(this->request(), std::as_bytes(std::span(wire.bytes())));
  return held;
}

std::optional<fs::path> RunFolder::output(const std::string& name) const {
  const fs::path path = files() / name;
  std::error_code gone;
  if (!is_run_file_name(name) || !fs::is_regular_file(fs::symlink_status(path, gone))) return std::nullopt;
  const fs::path found = fs::canonical(path, gone);
  return !gone && found == fs::canonical(files(), gone) / name ? std::optional(path) : std::nullopt;
}

bool RunFolder::is_under_way() const {
  return is_locked(lock());
}

std::optional<std::int32_t> RunFolder::code() const {
  const std::vector<std::int64_t> numbers = noted_numbers(end());
  return numbers.empty() ? std::nullopt : std::optional(static_cast<std::int32_t>(numbers.front()));
}

void RunFolder::keep_code(std::int32_t code) const {
  write_over(end(), std::to_string(code));
}

void RunFolder::note_process(pid_t process) const {
  write_over(this->process(), fmt::format("{} {}", process, start_of_process(process).value_or(0)));
}

/// The command's process; none: it has not begun, or has ended, and its number may be another's.
std::optional<pid_t> RunFolder::leader() const {
  const std::vector<std::int64_t> numbers = noted_numbers(process());
  if (numbers.size() != 2 || numbers.front() <= 1) return std::nullopt;
  const auto out = static_cast<pid_t>(numbers.front());
  const std::optional<std::uint64_t> start = start_of_process(out);
  return start && *start == static_cast<std::uint64_t>(numbers.back()) ? std::optional(out) : std::nullopt;
}

bool RunFolder::interrupt() const {
  if (!noted_numbers(interrupted()).empty()) return true;
  const std::optional<pid_t> process = leader();
  if (!process || ::kill(*process, SIGINT) != 0) return false;
  write_over(interrupted(), "1");
  return true;
}

void RunFolder::end_unfollowed() const {
  const auto last = last_followed();
  if (!last || since(*last) < longest_unfollowed || is_locked(keeper_lock()) || !interrupt()) return;
  const auto then = written(interrupted());
  const std::optional<pid_t> process = leader();
  if (then && since(*then) > grace && process) ::kill(-*process, SIGKILL);
}

void RunFolder::note_follower() const {
  std::error_code gone;
  fs::last_write_time(followed(), fs::file_time_type::clock::now(), gone);
}

std::optional<fs::file_time_type> RunFolder::last_followed() const {
  return written(followed());
}

fs::file_time_type RunFolder::begun() const {
  return written(request()).value_or(written(path_).value_or(fs::file_time_type::clock::now()));
}

std::chrono::duration<double> RunFolder::age() const {
  return since(begun());
}

std::chrono::duration<double> RunFolder::unchanged_for() const {
  const fs::file_time_type begin = begun();
  return since(std::max(begin, written(end()).value_or(begin)));
}

KeptRuns KeptRuns::usual() {
  const fs::path folder = cache_folder();
  if (folder.empty())
    throw BadInput("there is no folder there for what a run prints and writes: set HOME or XDG_CACHE_HOME");
  return KeptRuns(folder / "runs" / word_for_this_machine());
}

std::vector<RunFolder> KeptRuns::all() const {
  std::vector<std::pair<fs::file_time_type, RunFolder>> found;  // what is sorted does not change meanwhile
  std::error_code failed;
  for (fs::directory_iterator each(folder_, failed), end; !failed && each != end; each.increment(failed)) {
    std::error_code gone;
    const RunFolder run(each->path());
    if (each->is_directory(gone) && is_run_name(run.name())) found.emplace_back(run.begun(), run);
  }
  std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
  std::vector<RunFolder> out;
  for (auto& each : found) out.push_back(std::move(each.second));
  return out;
}

void KeptRuns::sweep() const {
  std::error_code none;
  for (const RunFolder& each : all()) {
    if (each.is_under_way()) static_cast<void>(attempt([&] { each.end_unfollowed(); }));  // the next one tries again
    if (!each.is_under_way() && each.unchanged_for() > RunFolder::longest_kept) fs::remove_all(each.path(), none);
  }
}

std::optional<pid_t> KeptRuns::begin(const RunRequest& request, const ReceivedFiles& files) const {
  check(request);
  make_folders(folder_);
  const Descriptor lock = lock_of(folder_ / "lock", folder_);
  const RunFolder run(folder_ / request.run);
  if (run.is_under_way() || run.code()) return std::nullopt;
  std::error_code unknown;
  fs::remove_all(run.path(), unknown);  // a worker that has ended in between may have left a part of it
  sweep();
  if (all().size() >= most) {
    throw BadInput(
        fmt::format("{} runs are saved there, which is the most possible: `heteroscope machines` lists them, and "
                    "fetching removes them",
                    most));
  }
  try {
    return start_keeper(run, run.fill(request, files));
  } catch (...) {
    fs::remove_all(run.path(), unknown);
    throw;
  }
}

RunFolder KeptRuns::find(const std::string& name) const {
  RunFolder out(folder_ / name);
  std::error_code unknown;
  if (!is_run_name(name) || !fs::is_directory(out.path(), unknown))
    throw BadInput(fmt::format("there is no run {} any more", quote(name)));
  return out;
}

std::vector<RunFacts> KeptRuns::list() const {
  sweep();
  std::vector<RunFacts> out;
  for (const RunFolder& each : all()) {
    RunFacts next{.run = each.name(), .words = {}, .outputs = {}};
    static_cast<void>(attempt([&] {  // one that another version has begun has no words
      RunRequest command = each.command();
      next.words = std::move(command.words);
      next.outputs = std::move(command.outputs);
    }));
    next.is_under_way = each.is_under_way();
    next.code = each.code();
    next.begun_s = each.age().count();
    out.push_back(std::move(next));
  }
  return out;
}

void KeptRuns::forget(const std::string& name) const {
  const RunFolder run = find(name);
  if (run.is_under_way()) throw BadInput(fmt::format("the run {} is under way", name));
  std::error_code failed;
  fs::remove_all(run.path(), failed);
  if (failed) throw BadInput(fmt::format("cannot remove {}: {}", run.path().string(), failed.message()));
}

}  // namespace heteroscope
