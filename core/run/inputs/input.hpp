#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/frame/frame.hpp"
#include "core/memory/buffer.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

class Executor;

/// The source of image workloads on the sides that read it, kept until another one is asked for.
class InputStore {
 public:
  explicit InputStore(BufferPool& pool);
  ~InputStore();
  InputStore(const InputStore&) = delete;
  InputStore& operator=(const InputStore&) = delete;

  struct Input {
    Field field;
    std::vector<Field> of_participants;  ///< as each participant reads it
    Summary summary;
  };

  /// Makes the plan's source, or brings it to where it is missing; null if it was cancelled meanwhile. The result stays
  /// valid until the next call.
  const Input* prepare(const Plan& plan, const std::stop_token& stop);
  /// Forgets the source.
  void trim();
  /// Keeps it, and frees what making it has left.
  void rest();

 private:
  struct Key {
    Source source;
    Cutout part;
    Precision precision = Precision::fp64;
    std::vector<Participant> participants;
    MemoryKind memory = MemoryKind::host;
    const Field* image = nullptr;
    bool operator==(const Key&) const = default;
  };

  std::optional<Field> computed(const Plan& plan, const std::stop_token& stop);
  Field filled(const Plan& plan, const Field* image, const Cutout& of);
  Field as_read_by(const Participant& participant, const Plan& plan);

  BufferPool& pool_;
  std::unique_ptr<Executor> maker_;  ///< of sources that are workloads themselves
  std::optional<Key> key_;
  std::shared_ptr<const Field> image_;  ///< keeps the key's pointer from being another image's
  Input input_;
};

}  // namespace heteroscope
