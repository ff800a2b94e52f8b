#include "core/own/compile/nvrtc_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/link/message_kind.hpp"
#include "core/link/program_process.hpp"
#include "core/own/compile/compilers_end.hpp"
#include "core/process/memory_limit.hpp"
#include "core/process/proc_stat.hpp"
#include "core/process/process_time.hpp"

namespace heteroscope {
namespace {

/// What a text comes to for a reason that is not NVRTC's own.
Nvrtc::Output failed(const std::string& why) {
  return {.succeeded = false, .log = "compiler: error: " + why, .ptx = {}, .cubin = {}, .symbols = {}};
}

}  // namespace

template <class Wire>
void exchange(Wire& wire, Nvrtc::Output& output) {
  wire(output.succeeded, output.log, output.ptx, output.cubin, output.symbols);
}

class NvrtcProcess::Process : public ProgramProcess {
 public:
  Process()
      : ProgramProcess("the compiler's process", {std::string(worker_command), std::string(compiler_option)}),
        messages(channel()) {}

  const MessageChannel messages;
};

NvrtcProcess& NvrtcProcess::get() {
  static NvrtcProcess out;
  return out;
}

NvrtcProcess::NvrtcProcess(const CompilerLimits& limits) : limits_(limits) {}
NvrtcProcess::~NvrtcProcess() = default;

Nvrtc::Output NvrtcProcess::compile(const Nvrtc::Input& input) {
  constexpr std::size_t most_kept_bytes = std::size_t{1} << 30;  // NVRTC gives nothing back
  const std::lock_guard lock(mutex_);
  try {
    send(input);
    Nvrtc::Output out = answer();
    if (process_ != nullptr && resident_bytes(process_->id()) > most_kept_bytes) process_ = nullptr;
    return out;
  } catch (...) {
    process_ = nullptr;  // what it answers to this text is not to be taken for an answer to the next one
    throw;
  }
}

void NvrtcProcess::rest() {
  const std::lock_guard lock(mutex_);
  process_ = nullptr;
}

/// A process that has ended since it was used last, since the system needed its memory, say, is started anew.
void NvrtcProcess::send(const Nvrtc::Input& input) {
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (const EmbeddedFile& each : input.headers) {
    names.emplace_back(each.name);
    texts.emplace_back(each.text);
  }
  const std::vector<std::uint8_t> text =
      message(MessageKind::compile, input.source, input.name, names, texts, input.options, input.kernels);
  if (process_ != nullptr && process_->messages.send(text)) return;
  process_ = std::make_unique<Process>();
  static_cast<void>(process_->messages.send(text));  // where it has ended already, its answer is its end
}

Nvrtc::Output NvrtcProcess::answer() {
  constexpr int turn_ms = 20;
  constexpr double gibibyte = 0x1p30;
  const std::size_t most_bytes = std::min(limits_.memory_bytes, memory::available());
  ProcessTime time(process_->id());
  for (WorkerMessage got;;) {
    if (process_->messages.has_message_within(turn_ms)) {
      const MessageChannel::Came came = process_->messages.take_some(got);
      if (came == MessageChannel::Came::gone) return end({});
      if (came == MessageChannel::Came::some) continue;
      WireReader wire(got.bytes);
      if (kind_of(wire) != MessageKind::compiled) throw WireReader::damaged();
      Nvrtc::Output out;
      wire(out);
      wire.finish();
      return out;
    }
    if (CompilersEnd::is_wanted()) return end("was ended");
    if (time.spent_s() > limits_.seconds) return end(fmt::format("took more than {:.3g} s", limits_.seconds));
    if (resident_bytes(process_->id()) > most_bytes)
      return end(fmt::format("used more than {:.3g} GiB of memory", static_cast<double>(most_bytes) / gibibyte));
  }
}

/// Ends the process where `why` says what it did, or learns how it has ended.
Nvrtc::Output NvrtcProcess::end(const std::string& why) {
  if (!why.empty()) process_->kill();
  const std::string how = process_->wait_for_end();
  process_ = nullptr;
  return failed("the compiler " + (why.empty() ? "did not end well: " + how : why));
}

void serve_nvrtc(const MessageChannel& channel) {
  std::thread([&channel] {
    channel.wait_for_end();
    std::_Exit(EXIT_SUCCESS);
  }).detach();
  for (;;) {
    const std::optional<WorkerMessage> got = channel.receive();
    if (!got) std::_Exit(EXIT_SUCCESS);
    WireReader wire(got->bytes);
    if (kind_of(wire) != MessageKind::compile) throw WireReader::damaged();
    Nvrtc::Input input;
    std::vector<std::string> names;
    std::vector<std::string> texts;
    wire(input.source, input.name, names, texts, input.options, input.kernels);
    wire.finish();
    if (names.size() != texts.size()) throw WireReader::damaged();
    std::vector<EmbeddedFile> headers;
    for (std::size_t i = 0; i < names.size(); ++i) headers.push_back({names[i], texts[i]});
    input.headers = headers;
    Nvrtc::Output out;
    if (const Failure failure = attempt([&] { out = Nvrtc::get().compile(input); })) out = failed(failure.line);
    channel.send(message(MessageKind::compiled, out));
  }
}

}  // namespace heteroscope
