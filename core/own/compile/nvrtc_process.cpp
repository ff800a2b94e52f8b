#include "core/own/compile/nvrtc_process.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "core/link/message_kind.hpp"
#include "core/link/program_process.hpp"
#include "core/own/compile/compilers_end.hpp"
#include "core/process/proc_stat.hpp"
#include "core/process/process_time.hpp"

namespace heteroscope {
namespace {

/// A header as it crosses: the files that are in the program stay where they are.
struct SentHeader {
  std::string name;
  std::string text;
};
template <class Wire>
void exchange(Wire& wire, SentHeader& header) {
  wire(header.name, header.text);
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
  const std::lock_guard lock(mutex_);
  send(input);
  return answer();
}

void NvrtcProcess::rest() {
  const std::lock_guard lock(mutex_);
  process_ = nullptr;
}

/// A process that has ended since it was used last, since the system needed its memory, say, is started anew.
void NvrtcProcess::send(const Nvrtc::Input& input) {
  std::vector<SentHeader> headers;
  for (const EmbeddedFile& each : input.headers) headers.push_back({std::string(each.name), std::string(each.text)});
  const std::vector<std::uint8_t> text =
      message(MessageKind::compile, input.source, input.name, headers, input.options, input.kernels);
  if (process_ != nullptr && process_->messages.send(text)) return;
  process_ = std::make_unique<Process>();
  static_cast<void>(process_->messages.send(text));  // where it has ended already, its answer is its end
}

Nvrtc::Output NvrtcProcess::answer() {
  constexpr int turn_ms = 20;
  constexpr double gibibyte = 0x1p30;
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
    if (resident_bytes(process_->id()) > limits_.memory_bytes) {
      return end(
          fmt::format("used more than {:.3g} GiB of memory", static_cast<double>(limits_.memory_bytes) / gibibyte));
    }
  }
}

/// Ends the process where `why` says what it did, or learns how it has ended.
Nvrtc::Output NvrtcProcess::end(const std::string& why) {
  if (!why.empty()) process_->kill();
  const std::string how = process_->wait_for_end();
  process_ = nullptr;
  return {.succeeded = false,
          .log = "compiler: error: the compiler " + (why.empty() ? "did not end well: " + how : why),
          .ptx = {},
          .cubin = {},
          .symbols = {}};
}

void serve_nvrtc(const MessageChannel& channel) {
  while (const std::optional<WorkerMessage> got = channel.receive()) {
    WireReader wire(got->bytes);
    if (kind_of(wire) != MessageKind::compile) throw WireReader::damaged();
    Nvrtc::Input input;
    std::vector<SentHeader> sent;
    wire(input.source, input.name, sent, input.options, input.kernels);
    wire.finish();
    std::vector<EmbeddedFile> headers;
    for (const SentHeader& each : sent) headers.push_back({each.name, each.text});
    input.headers = headers;
    if (!channel.send(message(MessageKind::compiled, Nvrtc::get().compile(input)))) return;
  }
}

}  // namespace heteroscope
