#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/link/message_channel.hpp"
#include "core/own/compile/nvrtc.hpp"

namespace heteroscope {

/// The option of the program's worker command with which it compiles kernels, and does nothing else.
inline constexpr std::string_view compiler_option = "--compiler";

/// What a compilation may take.
struct CompilerLimits {
  std::size_t memory_bytes = std::size_t{4} << 30;
  double seconds = 30;  ///< by ProcessTime
};

/// NVRTC in a process of this program: a text that takes all memory or all time, or brings the compiler down, ends that
/// process alone. It is kept for the next text, for which NVRTC has its own headers ready, unless it has become large.
/// Threads wait for each other.
class NvrtcProcess {
 public:
  /// The one that all of this process share.
  static NvrtcProcess& get();
  explicit NvrtcProcess(const CompilerLimits& limits = {});
  ~NvrtcProcess();
  NvrtcProcess(const NvrtcProcess&) = delete;
  NvrtcProcess& operator=(const NvrtcProcess&) = delete;

  /// As Nvrtc::compile(), by the NVRTC that the system has, which must be usable. Where a limit is reached, or the
  /// process ends, the output's log says so. Throws BadInput where the system starts no process.
  [[nodiscard]] Nvrtc::Output compile(const Nvrtc::Input& input);
  /// Ends the process, until there is another text.
  void rest();

 private:
  class Process;
  void send(const Nvrtc::Input& input);
  Nvrtc::Output answer();
  Nvrtc::Output end(const std::string& why);

  CompilerLimits limits_;
  std::mutex mutex_;
  std::unique_ptr<Process> process_;
};

/// Compiles what comes through the channel, one text after the other: the process's side. The process ends as soon as
/// the other end goes, whatever is being compiled. Throws BadInput for what is no message.
[[noreturn]] void serve_nvrtc(const MessageChannel& channel);

}  // namespace heteroscope
