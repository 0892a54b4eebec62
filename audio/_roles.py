"""The roles whose lines are merged."""

from engine import roles
from engine.roles.role import Role

ROLES: tuple[Role, ...] = tuple(getattr(roles, "ROLES", ()))
