#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/embedded_file.hpp"

namespace heteroscope {

/// NVRTC, the CUDA compiler for running programs: a library that is loaded when it is first used, from wherever a CUDA
/// toolkit or driver package has put it. Its functions are declared here by hand, so that a build without a toolkit has
/// it as well. It stays loaded until the process ends: what it has allocated for itself would be taken for a leak if it
/// were gone. Any thread may use it.
class Nvrtc {
 public:
  /// The one that the system has.
  static const Nvrtc& get();
  /// The first of these that can be loaded: names or paths.
  explicit Nvrtc(const std::vector<std::string>& names);
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  /// One line that says why it cannot be used; empty if it can.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] int major() const { return major_; }
  /// "NVRTC 13.0".
  [[nodiscard]] std::string version() const;
  /// The compute capabilities that it makes code for, 75 being 7.5; rising.
  [[nodiscard]] std::vector<int> architectures() const;

  struct Input {
    std::string source;
    std::string name = "kernel.cu";  ///< as messages call it
    EmbeddedFiles headers;
    std::vector<std::string> options;
    std::vector<std::string> kernels;  ///< whose symbols are wanted: "::advance<float>"
  };
  struct Output {
    bool succeeded = false;
    std::string log;  ///< empty where there is not even a warning
    std::string ptx;
    std::string cubin;  ///< empty where the options ask for PTX alone
    std::vector<std::string> symbols;
  };
  /// It must be usable.
  [[nodiscard]] Output compile(const Input& input) const;

 private:
  using Program = void*;
  using SizeOf = int (*)(Program, std::size_t*);
  using TextOf = int (*)(Program, char*);

  template <class F>
  void find(F& function, const char* name);
  void find_all();
  [[nodiscard]] Program create(const Input& input) const;
  void take_results(Program program, const Input& input, Output& out) const;
  [[nodiscard]] static std::string bytes(Program program, SizeOf size_of, TextOf text_of);
  [[nodiscard]] static std::string text(Program program, SizeOf size_of, TextOf text_of);

  void* library_ = nullptr;
  std::string why_not_;
  int major_ = 0, minor_ = 0;
  int (*version_)(int*, int*) = nullptr;
  int (*architecture_count_)(int*) = nullptr;
  int (*architectures_)(int*) = nullptr;
  int (*create_)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*name_)(Program, const char*) = nullptr;
  int (*compile_)(Program, int, const char* const*) = nullptr;
  int (*symbol_)(Program, const char*, const char**) = nullptr;
  SizeOf log_size_ = nullptr;
  TextOf log_ = nullptr;
  SizeOf ptx_size_ = nullptr;
  TextOf ptx_ = nullptr;
  SizeOf cubin_size_ = nullptr;
  TextOf cubin_ = nullptr;
  int (*destroy_)(Program*) = nullptr;
};

}  // namespace heteroscope
