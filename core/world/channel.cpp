#include "core/world/channel.hpp"

#include <fmt/format.h>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t page = 4096;
constexpr std::uint64_t rooms = 2;

std::size_t in_pages(std::size_t bytes) {
  return ceil_div(bytes, page) * page;
}

}  // namespace

std::size_t Channel::bytes_for(std::size_t room) {
  return page + rooms * in_pages(room);
}

Channel::Channel(Communicator& communicator, int other, std::size_t room)
    : communicator_(communicator),
      other_(other),
      room_(room),
      own_(std::make_unique<CommonMemory>(bytes_for(room))),
      in_(own_->data()) {}

Channel::Channel(Communicator& communicator, int other, std::size_t room, std::byte* in, std::byte* out)
    : communicator_(communicator), other_(other), room_(room), in_(in), out_(out) {}

void Channel::accept(const CommonHandle& theirs) {
  if (const MachineName own = machine_name(); own != theirs.machine)
    throw BadInput(fmt::format("rank {} is on another machine, {}", other_, theirs.machine.data()));
  if (theirs.bytes != bytes_for(room_)) throw BadInput(fmt::format("rank {} expects different rows", other_));
  theirs_ = std::make_unique<CommonMemory>(theirs);
  out_ = theirs_->data();
}

std::byte* Channel::room_of(std::byte* way, std::uint64_t number) const {
  return way + page + number % rooms * in_pages(room_);
}

void Channel::await(const std::atomic<std::uint64_t>& count, std::uint64_t least) {
  communicator_.await(other_, [&](bool) { return count.load(std::memory_order_acquire) >= least; });
}

std::byte* Channel::to_fill() {
  if (filled_ >= rooms) await(counts_of(out_).taken, filled_ + 1 - rooms);
  return room_of(out_, filled_);
}

void Channel::filled() {
  counts_of(out_).filled.store(++filled_, std::memory_order_release);
}

const std::byte* Channel::to_take() {
  await(counts_of(in_).filled, taken_ + 1);
  return room_of(in_, taken_);
}

void Channel::taken() {
  counts_of(in_).taken.store(++taken_, std::memory_order_release);
}

}  // namespace heteroscope
