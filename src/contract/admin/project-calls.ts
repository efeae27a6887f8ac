import type { AdminCallDeclaration } from './admin-declaration.ts';

const organization = '/admin/v1/organizations/{slug}' as const;
const project = `${organization}/projects/{ref}` as const;
const addon = `${project}/addons/{type}` as const;

export const projectCalls = {
  listProjects: {
    method: 'GET',
    path: `${organization}/projects`,
    scopes: ['read', 'organizations'],
    tag: 'Projects',
    params: 'SlugParams',
    query: 'PageQuery',
    success: 200,
    response: 'AdminProjectList',
  },
  putProject: {
    method: 'PUT',
    path: project,
    scopes: ['organizations'],
    tag: 'Projects',
    params: 'AdminProjectParams',
    body: 'ProjectInput',
    alsoFails: [409],
    success: 200,
    alsoMade: 201,
    response: 'AdminProject',
  },
  getProject: {
    method: 'GET',
    path: project,
    scopes: ['read', 'organizations'],
    tag: 'Projects',
    params: 'AdminProjectParams',
    success: 200,
    response: 'AdminProject',
  },
  deleteProject: {
    method: 'DELETE',
    path: project,
    scopes: ['organizations'],
    tag: 'Projects',
    params: 'AdminProjectParams',
    query: 'EndQuery',
    alsoFails: [409, 422],
    success: 204,
  },
  putAddon: {
    method: 'PUT',
    path: addon,
    scopes: ['organizations'],
    tag: 'Projects',
    params: 'AddonParams',
    body: 'AddonInput',
    alsoFails: [409],
    success: 200,
    alsoMade: 201,
    response: 'AdminAddon',
  },
  deleteAddon: {
    method: 'DELETE',
    path: addon,
    scopes: ['organizations'],
    tag: 'Projects',
    params: 'AddonParams',
    query: 'EndQuery',
    alsoFails: [409, 422],
    success: 204,
  },
} as const satisfies Record<string, AdminCallDeclaration>;
