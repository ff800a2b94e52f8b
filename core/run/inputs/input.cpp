#include "core/run/inputs/input.hpp"

#include <stop_token>

#include "core/model/settings/source.hpp"
#include "core/run/execute.hpp"
#include "core/summary/summary_device.hpp"

namespace heteroscope {

namespace {

/// An image's values from that corner on in the field's precision; of int32 the plan has seen to it that they are such.
void convert(const Field& image, const Cutout& part, const FieldView& out) {
  with_value_type(image.precision(), [&]<class From>() {
    with_value_type(out.precision, [&]<class To>() {
      const FieldView in = image.host_view();
      for (int y = 0; y < out.size.height; ++y) {
        const From* from = in.row<From>(part.y + y) + part.x;
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

void InputStore::rest() {
  if (maker_) maker_->rest();
}

/// The source workload's result; where the CPU reads it, or it is to become whole numbers, on the host too.
std::optional<Field> InputStore::computed(const Plan& plan, const std::stop_token& stop) {
  if (!maker_) maker_ = std::make_unique<Executor>();
  const bool device_alone = !plan.uses_cpu() && plan.input.precision == plan.source_plan->output.precision;
  auto frame = maker_->execute(*plan.source_plan,
                               InteractiveRun{.destination = device_alone ? Destination::device : Destination::host,
                                              .summarize = false,
                                              .waiter = {.stop = stop}});
  if (!frame) return std::nullopt;
  return std::move(frame->field);
}

/// The image's values, or a pattern's without one, of the part that is read: made on the host and sent to the GPU where
/// it has memory of its own.
Field InputStore::filled(const Plan& plan, const Field* image, const Cutout& of) {
  const MemoryKind memory = plan.settings.execution.memory;
  const bool own_memory = plan.gpu_memory_apart;
  const MemoryKind host_kind = !plan.uses_gpu() ? MemoryKind::host : own_memory ? MemoryKind::pinned : memory;
  const auto bytes = static_cast<std::size_t>(plan.input.size.area()) * bytes_of(plan.input.precision);
  const auto host = pool_.take(host_kind, bytes);
  const FieldView view{host->host(), plan.input.size, plan.input.precision};
  if (image != nullptr) {
    convert(*image, of, view);
  } else {
    const Source& source = plan.settings.problem.source;
    find_pattern(source.id)->fill(view, of, source.number, plan.threads);
  }
  if (!plan.uses_gpu()) return {view.size, view.precision, host, nullptr};
  const device::Use use(plan.participants.front().device);
  const device::Stream stream;
  std::shared_ptr<Buffer> on_device = host;
  if (own_memory) {
    on_device = pool_.take(memory, bytes);
    device::copy(on_device->device(), host->host(), bytes, device::Direction::to_device, stream);
  } else if (memory == MemoryKind::managed) {
    device::prefetch(host->device(), bytes, device::Direction::to_device, stream);
  }
  stream.synchronize();
  return {view.size, view.precision, host, on_device};
}

/// The field is on the first GPU, and on the host where the CPU reads it.
Field InputStore::as_read_by(const Participant& participant, const Plan& plan) {
  const Field& made = input_.field;
  const bool elsewhere = participant.is_gpu_here() && plan.settings.execution.memory == MemoryKind::device &&
                         participant.device != made.gpu();
  if (!elsewhere) return made;
  const device::Use use(participant.device);
  const device::Stream stream;
  auto copy = pool_.take(MemoryKind::device, made.bytes());
  device::copy(copy->device(), made.device_view().data, made.bytes(), device::Direction::on_device, stream);
  stream.synchronize();
  return {made.size(), made.precision(), nullptr, std::move(copy)};
}

const InputStore::Input* InputStore::prepare(const Plan& plan, const std::stop_token& stop) {
  Key key{.source = plan.problem.source,
          .part = plan.read,
          .precision = plan.input.precision,
          .participants = plan.participants,
          .memory = plan.uses_gpu() ? plan.settings.execution.memory : MemoryKind::host,
          .image = plan.source_image.get()};
  if (key_ == key) return &input_;
  key_.reset();
  input_ = {};  // its memory goes back to the pool before the next source takes some
  if (plan.source_plan != nullptr) {
    auto field = computed(plan, stop);
    if (!field) return nullptr;
    const Cutout all{.size = field->size(), .whole = field->size()};  // it is the part
    input_.field = field->precision() == plan.input.precision ? *std::move(field) : filled(plan, &*field, all);
  } else {
    input_.field = filled(plan, plan.source_image.get(), plan.read);
  }
  image_ = plan.source_image;
  const bool near_host = input_.field.on_host() && (!plan.uses_gpu() || input_.field.kind() == MemoryKind::pinned);
  if (near_host) {
    input_.summary = summarize(input_.field.host_view(), plan.threads);
  } else {
    const device::Use use(input_.field.gpu());
    const device::Stream stream;
    input_.summary = device::summarize(input_.field.device_view(), stream);
  }
  for (const Participant& each : plan.participants) input_.of_participants.push_back(as_read_by(each, plan));
  key_ = std::move(key);
  return &input_;
}

}  // namespace heteroscope
