#include "core/input.hpp"

#include "core/execute.hpp"
#include "core/source.hpp"

namespace heteroscope {

namespace {

/// An image's values in the field's precision.
void convert(const Field& image, const FieldView& out) {
  with_precision(image.precision(), [&]<class From>() {
    with_precision(out.precision, [&]<class To>() {
      const FieldView in = image.host_view();
      for (int y = 0; y < out.size.height; ++y) {
        const From* from = in.row<From>(y);
        To* to = out.row<To>(y);
        for (int x = 0; x < out.size.width; ++x) to[x] = static_cast<To>(from[x]);
      }
    });
  });
}

}  // namespace

InputStore::InputStore(BufferPool& pool) : pool_(pool) {}
InputStore::~InputStore() = default;

void InputStore::trim() {
  key_.reset();
  image_.reset();
  input_ = {};
  if (maker_) maker_->trim();
}

/// The source workload's result; in a split on both sides.
std::optional<Field> InputStore::computed(const Plan& plan, const std::atomic<bool>* cancel) {
  if (!maker_) maker_ = std::make_unique<Executor>();
  const bool device_alone = plan.uses_gpu() && !plan.uses_cpu();
  auto frame = maker_->execute(
      *plan.source_plan,
      {.destination = device_alone ? Destination::device : Destination::host, .summarize = false, .cancel = cancel});
  if (!frame) return std::nullopt;
  return std::move(frame->field);
}

/// A pattern's or a file's values, made on the host and sent to the GPU where it has memory of its own.
Field InputStore::filled(const Plan& plan) {
  const MemoryKind memory = plan.settings.execution.memory;
  const bool own_memory = plan.uses_gpu() && memory == MemoryKind::device;
  const MemoryKind host_kind = !plan.uses_gpu() ? MemoryKind::host : own_memory ? MemoryKind::pinned : memory;
  const auto bytes = static_cast<std::size_t>(plan.input.size.area()) * bytes_of(plan.input.precision);
  const auto host = pool_.take(host_kind, bytes);
  const FieldView view{host->host(), plan.input.size, plan.input.precision};
  if (plan.source_image != nullptr) {
    convert(*plan.source_image, view);
  } else {
    const Source& source = plan.settings.problem.source;
    find_pattern(source.id)->fill(view, source.number, plan.threads);
  }
  if (!plan.uses_gpu()) return {view.size, view.precision, host, nullptr};
  const device::Stream stream;
  std::shared_ptr<Buffer> on_device = host;
  if (own_memory) {
    on_device = pool_.take(MemoryKind::device, bytes);
    device::copy(on_device->device(), host->host(), bytes, device::Direction::to_device, stream);
  } else if (memory == MemoryKind::managed) {
    device::prefetch(host->device(), bytes, device::Direction::to_device, stream);
  }
  stream.synchronize();
  return {view.size, view.precision, host, on_device};
}

const InputStore::Input* InputStore::prepare(const Plan& plan, const std::atomic<bool>* cancel) {
  Key key{.source = plan.problem.source,
          .extent = plan.input,
          .cpu = plan.uses_cpu(),
          .gpu = plan.uses_gpu(),
          .memory = plan.uses_gpu() ? plan.settings.execution.memory : MemoryKind::host,
          .image = plan.source_image.get()};
  if (key_ == key) return &input_;
  key_.reset();
  input_ = {};  // its memory goes back to the pool before the next source takes some
  if (plan.source_plan != nullptr) {
    auto field = computed(plan, cancel);
    if (!field) return nullptr;
    input_.field = *std::move(field);
  } else {
    input_.field = filled(plan);
  }
  image_ = plan.source_image;
  const bool near_host = input_.field.on_host() && (!plan.uses_gpu() || input_.field.kind() == MemoryKind::pinned);
  if (near_host) {
    input_.summary = summarize(input_.field.host_view(), plan.threads);
  } else {
    const device::Stream stream;
    input_.summary = device::summarize(input_.field.device_view(), stream);
  }
  key_ = std::move(key);
  return &input_;
}

}  // namespace heteroscope
