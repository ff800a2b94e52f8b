#include "core/link/message_kind.hpp"

namespace heteroscope {

WireWriter beginning(MessageKind kind) {
  WireWriter out;
  exchange_choice(out, kind, last_message_kind);
  return out;
}

MessageKind kind_of(WireReader& wire) {
  MessageKind out{};
  exchange_choice(wire, out, last_message_kind);
  return out;
}

}  // namespace heteroscope
