#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded_file.hpp"
#include "core/device/limits/launches.hpp"
#include "core/model/any_job.hpp"
#include "core/model/capabilities/accesses.hpp"
#include "core/model/variant.hpp"
#include "core/own/compile/code_cache.hpp"
#include "core/own/compile/compiled_code.hpp"
#include "core/own/compile/nvrtc.hpp"
#include "core/own/source/own_source.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

/// The tools with which own variants are compiled.
struct OwnTools {
  EmbeddedFiles headers;
  CodeCache cache = CodeCache::usual();
  const Nvrtc* nvrtc = nullptr;  ///< null: the one that the system has
};

/// A variant that is compiled from a person's file. It computes in this process, with everything that the file does
/// there: only a worker process runs it. It stays where it is made, since Variant and source() point into it.
class OwnVariant {
 public:
  OwnVariant(OwnSource source, OwnTools tools);
  ~OwnVariant();
  OwnVariant(const OwnVariant&) = delete;
  OwnVariant& operator=(const OwnVariant&) = delete;

  [[nodiscard]] const OwnSource& source() const { return source_; }
  /// The file's name.
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Variant& variant() const { return variant_; }

  /// Compiles it, and leaves what comes out in the cache, from where prepare() of a worker takes it. Nothing of it is
  /// loaded, so that any process may do so. Throws as prepare() does.
  [[nodiscard]] CompiledCode compile(std::span<const int> tunables = {}) const;
  /// Compiles it for the GPU in use, or for this processor, and loads it where it can run; what is compiled already is
  /// only returned. Runs compile other values of tunables themselves. `tunables`: the values of all; empty: the initial
  /// ones. Throws CompileError for a source that is wrong, BadInput where there is no
  /// compiler, VariantFault where the code cannot be loaded, and DeviceError where the GPU does not take it. Any thread
  /// may call it.
  const CompiledCode& prepare(std::span<const int> tunables = {}) const;

  /// Returns what each kernel needs of the GPU in use, in the order in which they are launched. Throws what prepare()
  /// does, and DeviceError where there is no GPU.
  [[nodiscard]] std::vector<device::KernelNeeds> needs(Precision precision, std::span<const int> tunables = {}) const;

 private:
  struct Loaded;
  /// The target of compiled code.
  struct Key {
    int capability;  ///< of the GPU, 90 being 9.0; 0: the CPU
    std::vector<int> tunables;
    bool traced = false;  ///< CompileTask::traced
    auto operator<=>(const Key&) const = default;
  };

  void describe();
  /// Sets the functions of the variant, for its stage's kind of job.
  template <class J>
  void take();
  template <class J>
  static void run_job(const void* self, const J& job);
  void run(const AnyJob& job, Precision precision) const;
  /// All that a job computes, as a pass of the trace.
  [[nodiscard]] PassShape pass(const AnyJob& job) const;
  void run_on_gpu(const AnyJob& job, Precision precision) const;
  void fill_gpu_scratch(const AnyJob& job) const;
  void check_loaded(const Loaded& loaded) const;
  [[nodiscard]] const Loaded& loaded(std::span<const int> tunables, bool traced = false) const;
  [[nodiscard]] const Loaded& loaded_with(Key key) const;
  [[nodiscard]] CompiledCode compile(const Key& key) const;
  [[nodiscard]] std::unique_ptr<Loaded> load(const Key& key) const;
  [[nodiscard]] std::unique_ptr<Compiler> compiler_for(const Key& key) const;
  [[nodiscard]] int capability() const;
  [[nodiscard]] std::vector<int> all_values(std::span<const int> tunables) const;

  OwnSource source_;
  OwnTools tools_;
  std::string id_;
  std::string path_;                ///< Variant::own_path
  std::vector<std::string> helps_;  ///< of the tunables
  std::vector<Tunable> tunables_;
  AccessingVariant accesses_;  ///< where the file declares them
  Variant variant_;
  mutable std::mutex mutex_;  ///< for what follows
  mutable std::map<Key, std::unique_ptr<Loaded>> loaded_;
};

}  // namespace heteroscope
