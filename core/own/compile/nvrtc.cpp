#include "core/own/compile/nvrtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr int oldest_major = 12;  // the first with C++20

template <class Text>
std::vector<const char*> pointers(const std::vector<Text>& all) {
  std::vector<const char*> out;
  for (const Text& each : all) out.push_back(each.c_str());
  return out;
}

/// A program of NVRTC's, destroyed with the object.
template <class Destroy>
struct ProgramOwner {
  void* program;
  Destroy destroy;
  ~ProgramOwner() { destroy(&program); }
};

}  // namespace

const Nvrtc& Nvrtc::get() {
  static const Nvrtc library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"});
  return library;
}

Nvrtc::Nvrtc(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) continue;
    find_all();
    return;
  }
  why_not_ = "kernels are compiled by NVRTC (libnvrtc.so), a part of the CUDA toolkit, which is not installed here";
}

void Nvrtc::find_all() {
  find(version_, "nvrtcVersion");
  if (version_ != nullptr) version_(&major_, &minor_);
  if (major_ < oldest_major) {
    why_not_ = fmt::format("{} is too old: kernels are compiled by NVRTC {}.0 or newer, which knows C++20", version(),
                           oldest_major);
    return;
  }
  find(architecture_count_, "nvrtcGetNumSupportedArchs");
  find(architectures_, "nvrtcGetSupportedArchs");
  find(create_, "nvrtcCreateProgram");
  find(name_, "nvrtcAddNameExpression");
  find(compile_, "nvrtcCompileProgram");
  find(symbol_, "nvrtcGetLoweredName");
  find(log_size_, "nvrtcGetProgramLogSize");
  find(log_, "nvrtcGetProgramLog");
  find(ptx_size_, "nvrtcGetPTXSize");
  find(ptx_, "nvrtcGetPTX");
  find(cubin_size_, "nvrtcGetCUBINSize");
  find(cubin_, "nvrtcGetCUBIN");
  find(destroy_, "nvrtcDestroyProgram");
}

template <class F>
void Nvrtc::find(F& function, const char* name) {
  function = reinterpret_cast<F>(dlsym(library_, name));
  if (function == nullptr)
    why_not_ = fmt::format("the NVRTC that is installed here lacks {}; install the one of a newer CUDA toolkit", name);
}

std::string Nvrtc::version() const {
  return fmt::format("NVRTC {}.{}", major_, minor_);
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  if (architecture_count_(&count) != 0) return {};
  std::vector<int> out(static_cast<std::size_t>(count));
  return architectures_(out.data()) == 0 ? out : std::vector<int>();
}

Nvrtc::Program Nvrtc::create(const Input& input) const {
  std::vector<const char*> texts;
  std::vector<const char*> names;
  for (const EmbeddedFile& each : input.headers) {
    texts.push_back(each.text.data());
    names.push_back(each.name.data());
  }
  Program out = nullptr;
  const int failed = create_(&out, input.source.c_str(), input.name.c_str(), static_cast<int>(names.size()),
                             texts.data(), names.data());
  if (failed != 0) throw BadInput(fmt::format("{} cannot compile {}: its error {}", version(), input.name, failed));
  return out;
}

Nvrtc::Output Nvrtc::compile(const Input& input) const {
  const ProgramOwner<decltype(destroy_)> owner{create(input), destroy_};
  for (const std::string& each : input.kernels) name_(owner.program, each.c_str());
  const std::vector<const char*> options = pointers(input.options);
  Output out{.succeeded = compile_(owner.program, static_cast<int>(options.size()), options.data()) == 0};
  out.log = text(owner.program, log_size_, log_);
  out.ptx = text(owner.program, ptx_size_, ptx_);  // the assembler, which comes behind it, may have failed
  if (out.succeeded) take_results(owner.program, input, out);
  return out;
}

void Nvrtc::take_results(Program program, const Input& input, Output& out) const {
  out.cubin = bytes(program, cubin_size_, cubin_);
  for (const std::string& each : input.kernels) {
    const char* symbol = nullptr;
    const bool known = symbol_(program, each.c_str(), &symbol) == 0;
    out.symbols.emplace_back(known ? symbol : "");
  }
}

std::string Nvrtc::bytes(Program program, SizeOf size_of, TextOf text_of) {
  std::size_t size = 0;
  if (size_of(program, &size) != 0) return {};
  std::string out(size, '\0');
  return text_of(program, out.data()) == 0 ? out : std::string();
}

/// Texts are counted with the zero at their end.
std::string Nvrtc::text(Program program, SizeOf size_of, TextOf text_of) {
  std::string out = bytes(program, size_of, text_of);
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace heteroscope
